import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import * as styles from './MediaGallery.css.ts'
import { MediaIcon } from './MediaIcon.tsx'
import { mediaKindNames, mediaKindOf } from './mediaItem.ts'
import type { MediaItem } from './mediaItem.ts'

// Few users who see thumbnails open one.
const MediaViewer = lazy(async () => ({ default: (await import('./MediaViewer.tsx')).MediaViewer }))

export interface MediaGalleryProps<Item extends MediaItem> {
  /** Names the list: 'Pictures of Maya'. */
  label: string
  items: readonly Item[]
  /** One line below a title: 'Robotics, 12 March'. */
  caption?: (item: Item) => ReactNode
}

/** Files as small pictures that open in the viewer. */
export function MediaGallery<Item extends MediaItem>({ label, items, caption }: MediaGalleryProps<Item>) {
  const [shown, setShown] = useState<string>()
  return (
    <>
      <ul className={styles.grid} aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className={styles.cell}>
            <Button className={styles.tile} onPress={() => setShown(item.id)}>
              <MediaThumbnail item={item} />
              <span className={styles.words}>
                <span className={styles.title}>{item.title}</span>
                {caption && <span className={styles.caption}>{caption(item)}</span>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <MediaViewer items={items} shown={shown} onShow={setShown} />
        </Suspense>
      )}
    </>
  )
}

/** A small picture of a file, or the icon and the name of its kind; as wide as its place, three quarters as high. */
function MediaThumbnail({ item: { mimeType, thumbnailUrl } }: { item: MediaItem }) {
  const [failed, setFailed] = useState<string>()
  const kind = mediaKindOf(mimeType)
  return (
    <span className={styles.thumbnail}>
      {thumbnailUrl !== undefined && thumbnailUrl !== failed ? (
        // Its title stands beside it.
        <img
          className={styles.picture}
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(thumbnailUrl)}
        />
      ) : (
        <span className={styles.icon}>
          <MediaIcon kind={kind} size={24} />
          {mediaKindNames[kind]}
        </span>
      )}
    </span>
  )
}
