import facts from './gallery.json' with { type: 'json' };
import type { DrawingName, GalleryItem, Photo } from './schema.ts';

export type { DrawingName, GalleryItem, Photo };

/** The pictures of the gallery, in the order they are shown. */
export const gallery = facts.pictures as unknown as GalleryItem[];

export const photos = gallery.filter((item): item is Photo => item.type === 'photo');

/** The photo of the about page. Undefined: its drawing, the cutaway. */
export const aboutPhoto = photos.find(({ file }) => file === facts.about);

/** What gallery.json calls a picture: the photo's file, or the drawing's name. */
export const getPictureName = (item: GalleryItem) => (item.type === 'photo' ? item.file : item.drawing);
