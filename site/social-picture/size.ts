/** The size that most networks show uncropped, in pixels. */
export const width = 1200;
export const height = 630;
