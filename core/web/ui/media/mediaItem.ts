/** Captions of a film, a file in WebVTT. */
export interface CaptionTrack {
  url: string
  /** Name that users choose by: 'English'. */
  label: string
  /** BCP 47, as `en`. */
  language: string
}

/** A file as the viewer shows it. */
export interface MediaItem {
  id: string
  title: string
  mimeType: string
  /** URL of its content, with access checked at each request. */
  url: string
  /** URL at which it can be downloaded. */
  saveUrl: string
  /** A small picture of it; the icon of its kind where there is none. */
  thumbnailUrl?: string | undefined
  /** Description of a picture, for users who cannot see it; its title where no one has given one. */
  alt?: string | null | undefined
  captions?: readonly CaptionTrack[] | undefined
  /** The spoken words of a film or a recording. */
  transcript?: string | null | undefined
}

export type MediaKind = 'picture' | 'document' | 'video' | 'audio' | 'other'

/** Types of pictures that the browser shows by itself; those of other types, such as TIFF, are downloaded. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Kind of viewer for a file of the type. */
export function mediaKindOf(mimeType: string): MediaKind {
  if (pictures.has(mimeType)) return 'picture'
  if (mimeType === 'application/pdf') return 'document'
  if (mimeType.startsWith('video/')) return 'video'
  return mimeType.startsWith('audio/') ? 'audio' : 'other'
}

/** For people: 'Video'. */
export const mediaKindNames: Record<MediaKind, string> = {
  picture: 'Picture',
  document: 'PDF document',
  video: 'Video',
  audio: 'Audio',
  other: 'File',
}
