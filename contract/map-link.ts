/** A link that opens in any phone's browser or map app. Degrees to five decimals: one meter. */
export function mapLink(latitude: number, longitude: number): string {
  return `https://maps.google.com/?q=${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}
