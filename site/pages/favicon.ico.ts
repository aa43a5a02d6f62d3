import sharp from 'sharp';
import { markPicture } from '../components/mark.ts';
import { colorOf } from '../styles/palette.ts';

/** Pixels: tabs, tabs on sharp screens, and bookmarks. */
const sizes = [16, 32, 48];

const headerBytes = 6;
const entryBytes = 16;

/** For browsers that show no SVG in tabs, like Safari before 26. They request this path without a link. */
export async function GET(): Promise<Response> {
  const pictures = await Promise.all(sizes.map(drawIcon));
  return new Response(new Uint8Array(icoFile(pictures)), { headers: { 'Content-Type': 'image/x-icon' } });
}

/** The mark on the header's ground, with a narrower margin than in larger icons: every pixel counts. */
async function drawIcon(size: number): Promise<Buffer> {
  const mark = await markPicture((size * 7) / 8);
  return sharp({ create: { width: size, height: size, channels: 3, background: colorOf('--road') } })
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer();
}

/** An ICO file of square PNGs in the order of `sizes`, since sharp writes none. */
function icoFile(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  const isIcon = 1;
  header.writeUInt16LE(isIcon, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = headerBytes + entryBytes * pictures.length;
  const entries = pictures.map((picture, index) => {
    const entry = Buffer.alloc(entryBytes);
    const size = sizes[index] ?? 0;
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}
