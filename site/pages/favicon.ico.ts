import sharp from 'sharp';
import { drawMark } from '../components/standalone-mark.ts';
import { getColor } from '../styles/palette.ts';

/** The sizes for tabs, tabs on high-density screens, and bookmarks, in pixels. */
const sizes = [16, 32, 48];

const headerBytes = 6;
const entryBytes = 16;

/** The icon for browsers that don't show SVG in tabs, like Safari before 26. They request this path without a link. */
export async function GET(): Promise<Response> {
  const pictures = await Promise.all(sizes.map(drawIcon));
  return new Response(new Uint8Array(createIcoFile(pictures)), {
    headers: { 'Content-Type': 'image/x-icon' },
  });
}

/** Draws the mark on the header's background color. The margin is narrower than in larger icons. */
async function drawIcon(size: number): Promise<Buffer> {
  const mark = await drawMark((size * 7) / 8);
  return sharp({ create: { width: size, height: size, channels: 3, background: getColor('--road') } })
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer();
}

/** Creates an ICO file from square PNGs in the order of `sizes`, because sharp can't write ICO files. */
function createIcoFile(pictures: readonly Buffer[]): Buffer {
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
