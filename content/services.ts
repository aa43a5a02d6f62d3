interface ServiceRecord {
  id: string;
  /**
   * Its drawing: triangle, door, excavator, plug, oil, truck, trailer, tire, hydraulics or cold
   * (site/components/icon-drawings.ts).
   */
  icon: string;
  /** Whether the contact form offers it; the specification leaves the mobile teams out. */
  inForm: boolean;
}

/**
 * The services, in display order. Their words are in words/, under `services.items`, and under
 * `form.services` for those in the form.
 */
export const services = [
  { id: 'emergency', icon: 'triangle', inForm: true },
  { id: 'fleet', icon: 'door', inForm: true },
  { id: 'construction', icon: 'excavator', inForm: true },
  { id: 'diagnostic', icon: 'plug', inForm: true },
  { id: 'preventive', icon: 'oil', inForm: true },
  { id: 'mobile', icon: 'truck', inForm: false },
] as const satisfies readonly ServiceRecord[];

export type Service = (typeof services)[number];

/** The services the form offers. */
export type FormService = Extract<Service, { inForm: true }>['id'];
