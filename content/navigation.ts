/** The links of the header's menu to sections and pages, in order. Their words are in words/, under `navigation`. */
export const navigation = [
  { name: 'services', section: 'services' },
  { name: 'serviceArea', section: 'service-area' },
  { name: 'contact', section: 'contact' },
  { name: 'about', page: 'about' },
] as const;

/** The section of the about page that says what becomes of a visitor's details. */
export const privacyAnchor = 'privacy';
