import sharp from 'sharp';
import { drawMark } from '../components/standalone-mark.ts';
import { getColor } from '../styles/palette.ts';

/** The icon for phones' home screens. It has a background, because iPhones show transparent pixels as black. */
export async function GET(): Promise<Response> {
  const tile = sharp({ create: { width: 180, height: 180, channels: 3, background: getColor('--road') } });
  const icon = await tile
    .composite([{ input: await drawMark(136) }])
    .png({ palette: true })
    .toBuffer();
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/png' } });
}
