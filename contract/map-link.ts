/** A link that opens in the browser or the map of any phone. In degrees, to five places: a meter. */
export function mapLink(latitude: number, longitude: number): string {
  return `https://maps.google.com/?q=${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}
