import { File, FileText, Film, Image, Music } from 'lucide-react'
import type { MediaKind } from './mediaItem.ts'

const icons = { picture: Image, document: FileText, video: Film, audio: Music, other: File }

/** Stands for a file of which there is no picture; what it is has to be said beside it. */
export function MediaIcon({ kind, size = 16 }: { kind: MediaKind; size?: number }) {
  const Icon = icons[kind]
  return <Icon size={size} aria-hidden />
}
