/** Captions of a film, a file in WebVTT. */
export interface CaptionTrack {
  url: string
  /** As people choose it: 'English'. */
  label: string
  /** BCP 47, as `en`. */
  language: string
}

/** A file as the viewer shows it. */
export interface MediaItem {
  id: string
  title: string
  mimeType: string
  /** Where its content is; behind the same gate for each request. */
  url: string
  /** Where it is offered to be saved. */
  saveUrl: string
  /** A small picture of it; the icon of its kind where there is none. */
  thumbnailUrl?: string | undefined
  /** What a picture shows, for people who cannot see it; its title where nobody has said. */
  alt?: string | null | undefined
  captions?: readonly CaptionTrack[] | undefined
  /** The spoken words of a film or a recording. */
  transcript?: string | null | undefined
}

export type MediaKind = 'picture' | 'document' | 'video' | 'audio' | 'other'

/** What the browser shows by itself; pictures of other types, as TIFF, are saved. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** How a file of the type is shown. */
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
