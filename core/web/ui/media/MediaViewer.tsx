import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../actions/IconButton.tsx'
import { LinkButton } from '../actions/LinkButton.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { ControlGroup } from './ControlGroup.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { MediaIcon } from './MediaIcon.tsx'
import { mediaKindNames, mediaKindOf } from './mediaItem.ts'
import type { MediaItem } from './mediaItem.ts'
import { PictureView } from './PictureView.tsx'
import { Player } from './Player.tsx'
import { useSwipe } from './swipe.ts'
import * as styles from './Viewer.css.ts'
import { isCommand, ViewerKeysContext } from './viewerKeys.ts'
import type { KeyHandler } from './viewerKeys.ts'

export interface MediaViewerProps<Item extends MediaItem> {
  /** All that is turned through, in the order of the page behind. */
  items: readonly Item[]
  /** Id of the one that is shown; none closes the viewer. */
  shown: string | undefined
  onShow: (id: string | undefined) => void
  /** Details of the file, beside it: who is on it, where it is used. */
  details?: (item: Item) => ReactNode
  /** Buttons beside 'Download'. */
  actions?: (item: Item) => ReactNode
}

/**
 * Shows files over the page, one at a time: pictures, PDF, films and recordings; anything else is offered to be saved.
 * Arrows, or a swipe, turn to the next one; Escape closes.
 */
export function MediaViewer<Item extends MediaItem>({
  items,
  shown,
  onShow,
  details,
  actions,
}: MediaViewerProps<Item>) {
  const place = items.findIndex(({ id }) => id === shown)
  const item = items[place]
  return (
    <ModalOverlay
      isOpen={item !== undefined}
      onOpenChange={(isOpen) => !isOpen && onShow(undefined)}
      isDismissable
      className={styles.overlay}
    >
      <Modal className={styles.modal}>
        {item && (
          <Frame
            item={item}
            place={place}
            count={items.length}
            onTurn={(step) => onShow(items[place + step]?.id ?? item.id)}
            details={details?.(item)}
            actions={actions?.(item)}
          />
        )}
      </Modal>
    </ModalOverlay>
  )
}

interface FrameProps {
  item: MediaItem
  /** From 0. */
  place: number
  count: number
  onTurn: (step: 1 | -1) => void
  details: ReactNode
  actions: ReactNode
}

function Frame({ item, place, count, onTurn, details, actions }: FrameProps) {
  const keys = useRef<KeyHandler>(undefined)
  const hearKeys = useCallback((handle: KeyHandler | undefined) => {
    keys.current = handle
  }, [])
  const turn = (step: 1 | -1) => {
    if (place + step >= 0 && place + step < count) onTurn(step)
  }
  const swipe = useSwipe(turn)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCommand(event)) return
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
    else if (keys.current?.(event.key)) event.preventDefault()
  }
  const position = count > 1 ? `${String(place + 1)} of ${String(count)}` : undefined
  return (
    // Around the dialog, which has the focus itself at first.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole viewer; each has its button
    <div className={styles.frame} onKeyDown={onKeyDown}>
      <Dialog className={styles.dialog}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <Heading slot="title" level={2} className={styles.title}>
              {item.title}
            </Heading>
            {position && <p className={styles.position}>{position}</p>}
          </div>
          {count > 1 && (
            <ControlGroup label="Files">
              <IconButton label="Previous file" isDisabled={place === 0} onPress={() => turn(-1)}>
                <ChevronLeft size={20} aria-hidden />
              </IconButton>
              <IconButton label="Next file" isDisabled={place === count - 1} onPress={() => turn(1)}>
                <ChevronRight size={20} aria-hidden />
              </IconButton>
            </ControlGroup>
          )}
          {actions}
          <LinkButton
            href={item.saveUrl}
            download
            aria-label={`Download ${item.title}`}
            icon={<Download size={16} aria-hidden />}
          >
            <span className={styles.wide}>Download</span>
          </LinkButton>
          <IconButton slot="close" label="Close">
            <X size={16} aria-hidden />
          </IconButton>
        </header>
        <VisuallyHidden role="status">{position ? `${item.title}, ${position}` : ''}</VisuallyHidden>
        <div className={styles.middle}>
          <div className={styles.show} {...swipe}>
            <ViewerKeysContext value={hearKeys}>
              <Part key={item.id} item={item} />
            </ViewerKeysContext>
          </div>
          {details && <aside className={styles.details}>{details}</aside>}
        </div>
      </Dialog>
    </div>
  )
}

function Part({ item }: { item: MediaItem }) {
  const { url, title, mimeType, alt, captions, transcript, saveUrl } = item
  const kind = mediaKindOf(mimeType)
  switch (kind) {
    case 'picture':
      return <PictureView url={url} title={title} alt={alt || title} />
    case 'document':
      return <DocumentViewer url={url} title={title} />
    case 'video':
    case 'audio':
      return (
        <div className={styles.centred}>
          <Player kind={kind} url={url} title={title} captions={captions} transcript={transcript} />
        </div>
      )
    case 'other':
      return (
        <div className={styles.centred}>
          <EmptyState
            icon={<MediaIcon kind={kind} size={20} />}
            title="This file is not shown here"
            action={
              <LinkButton href={saveUrl} download variant="primary">
                Download {title}
              </LinkButton>
            }
          >
            {mediaKindNames[kind]} for another program. Download it to open it there.
          </EmptyState>
        </div>
      )
  }
}
