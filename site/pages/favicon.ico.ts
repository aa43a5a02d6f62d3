import { markPicture } from '../components/mark.ts';

/** Browsers and search engines ask for it without a link. */
export const GET = async () =>
  new Response(new Uint8Array(ico(await markPicture(32), 32)), {
    headers: { 'Content-Type': 'image/x-icon' },
  });

/** An ICO file with one PNG, after a 6-byte header and a 16-byte entry. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
