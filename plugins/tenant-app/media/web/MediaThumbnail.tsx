import { File, FileText, Film, Image, Music } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '../contract.ts'
import * as styles from './MediaGrid.css.ts'
import { kindNames } from './mediaLabels.ts'

const icons = { picture: Image, pdf: FileText, audio: Music, video: Film, document: File }

type Shown = Pick<Media, 'kind' | 'fileUrl' | 'altText' | 'state'>

/** Shows a thumbnail of a file, or the icon and name of its kind. @param width in pixels, one of the thumbnails' widths */
export function MediaThumbnail({ media, width }: { media: Shown; width: 160 | 320 | 640 }) {
  const { kind, fileUrl, altText, state } = media
  const [hasFailed, setFailed] = useState(false)
  const Icon = icons[kind]
  if (kind === 'picture' && state !== 'missing' && !hasFailed) {
    return (
      <span className={styles.thumbnail}>
        <img
          className={styles.picture}
          src={`${fileUrl}?width=${String(width)}`}
          alt={altText}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </span>
    )
  }
  return (
    <span className={styles.thumbnail}>
      <span className={styles.icon}>
        <Icon size={24} aria-hidden />
        {kindNames[kind]}
      </span>
    </span>
  )
}
