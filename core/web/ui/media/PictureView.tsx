import { useRef, useState } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { useDragging, useKeptPlace, useRoom } from './stage.ts'
import * as styles from './Viewer.css.ts'
import { useViewerKeys } from './viewerKeys.ts'
import { ZoomControls } from './ZoomControls.tsx'
import { zoomOfKey } from './zoom.ts'
import type { Zoom } from './zoom.ts'

export interface PictureViewProps {
  url: string
  /** Description of the picture. */
  alt: string
  title: string
}

/** A picture, as large as its place allows and up to four times its own size. Give it a height. */
export function PictureView({ url, alt, title }: PictureViewProps) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const [zoom, setZoom] = useState<Zoom>('fit')
  const stage = useRef<HTMLElement>(null)
  const room = useRoom(stage)
  // Small pictures stay as they are: enlarged at once they would only be coarse.
  const fit =
    natural.width > 0 && room.width > 0 ? Math.min(1, room.width / natural.width, room.height / natural.height) : 1
  const shown = zoom === 'fit' ? fit : zoom
  const place = useKeptPlace(stage, shown, { x: 0.5, y: 0.5 })
  const dragging = useDragging()
  const onKeyDown = useViewerKeys((key) => {
    const next = zoomOfKey(key, shown, fit)
    if (next !== undefined) setZoom(next)
    return next !== undefined
  })
  if (state === 'failed') {
    return (
      <div className={styles.centred}>
        <ErrorState
          title="This picture could not be loaded"
          isFrameless
          onRetry={() => {
            setAttempt(attempt + 1)
            setState('loading')
          }}
        >
          It may have been removed, or the connection is gone.
        </ErrorState>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole part; each has its button
    <div className={styles.part} aria-busy={state === 'loading'} onKeyDown={onKeyDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as the buttons below it */}
      <section
        ref={stage}
        className={zoom === 'fit' ? styles.stage : styles.draggable}
        aria-label={title}
        // Scrollable areas must be reachable by keyboard.
        tabIndex={zoom === 'fit' ? -1 : 0}
        onDoubleClick={() => setZoom(zoom === 'fit' ? Math.max(1, fit * 2) : 'fit')}
        {...place}
        {...dragging}
      >
        {state === 'loading' && (
          <div className={styles.waiting}>
            <Spinner label="Loading…" />
          </div>
        )}
        <img
          key={attempt}
          src={url}
          alt={alt}
          draggable={false}
          className={zoom === 'fit' ? styles.fitting : styles.zoomed}
          style={zoom === 'fit' ? undefined : { width: natural.width * shown, height: natural.height * shown }}
          onLoad={({ currentTarget }) => {
            setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            setState('shown')
          }}
          onError={() => setState('failed')}
        />
      </section>
      <div className={styles.toolbar}>
        <ZoomControls zoom={zoom} shown={shown} fit={fit} onChange={setZoom} />
      </div>
    </div>
  )
}
