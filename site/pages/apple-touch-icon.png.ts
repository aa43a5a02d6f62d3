import sharp from 'sharp';
import { markPicture } from '../components/mark.ts';
import { colorOf } from '../styles/palette.ts';

/** For the home screens of phones, which fill what is transparent with black. */
export async function GET(): Promise<Response> {
  const tile = sharp({ create: { width: 180, height: 180, channels: 3, background: colorOf('--road') } });
  const icon = await tile
    .composite([{ input: await markPicture(136) }])
    .png({ palette: true })
    .toBuffer();
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/png' } });
}
