/** Returns a link that opens in any phone's browser or map app. Five decimals of a degree are about one meter. */
export function formatMapLink(latitude: number, longitude: number): string {
  return `https://maps.google.com/?q=${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}
