/** The six services, in the order they are shown. Their words are in words/, under `services`. */
export const services = ['emergency', 'fleet', 'construction', 'diagnostic', 'preventive', 'mobile'] as const;

export type Service = (typeof services)[number];
