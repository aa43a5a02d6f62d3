interface ServiceRecord {
  id: string;
  /**
   * Its drawing: triangle, door, excavator, plug, oil, truck, trailer, tire, hydraulics or cold
   * (site/components/icon-drawings.ts).
   */
  icon: string;
  /** Whether the contact form offers it; the specification leaves the mobile teams out. */
  inForm: boolean;
  /** What the form asks for: where the visitor is, or where the yard is. */
  comesTo: 'visitor' | 'yard';
}

/**
 * The services, in display order. Their words are in words/, under `services.items`, and under
 * `form.services` for those in the form.
 */
export const services = [
  { id: 'emergency', icon: 'triangle', inForm: true, comesTo: 'visitor' },
  { id: 'fleet', icon: 'door', inForm: true, comesTo: 'yard' },
  { id: 'construction', icon: 'excavator', inForm: true, comesTo: 'visitor' },
  { id: 'diagnostic', icon: 'plug', inForm: true, comesTo: 'visitor' },
  { id: 'preventive', icon: 'oil', inForm: true, comesTo: 'yard' },
  { id: 'mobile', icon: 'truck', inForm: false, comesTo: 'visitor' },
] as const satisfies readonly ServiceRecord[];

export type Service = (typeof services)[number];

/** The services the form offers. */
export type FormService = Extract<Service, { inForm: true }>['id'];
