import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { PageControls } from './PageControls.tsx'
import type { PdfDocument } from './pdf.ts'
import { useKeptPlace, useRoom } from './stage.ts'
import * as styles from './Viewer.css.ts'
import { useViewerKeys } from './viewerKeys.ts'
import { ZoomControls } from './ZoomControls.tsx'
import { zoomOfKey } from './zoom.ts'
import type { Zoom } from './zoom.ts'

export interface DocumentViewerProps {
  /** URL of a PDF; parts of it are requested as they are looked at. */
  url: string
  title: string
  /** The page to open it at; the first where it is left out or not there. */
  startAt?: number | undefined
  /** Which page of how many is shown. */
  onPage?: ((page: number, pages: number) => void) | undefined
}

/**
 * A PDF page by page, with its words for selecting and screen readers. Give it a height, and offer the file to be saved
 * beside it: forms, signatures and attachments need a program of their own.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <OpenDocument
      key={`${props.url} ${String(attempt)}`}
      {...props}
      onRetry={() => setAttempt((before) => before + 1)}
    />
  )
}

function OpenDocument({ url, onRetry, ...shown }: DocumentViewerProps & { onRetry: () => void }) {
  const [opened, setOpened] = useState<{ pdf: PdfDocument } | { error: Error }>()
  useEffect(() => {
    let isLeft = false
    let pdf: PdfDocument | undefined
    const open = async () => {
      try {
        // Half a megabyte, loaded only when a user opens a document.
        const { openPdf } = await import('./pdf.ts')
        pdf = await openPdf(url)
        if (isLeft) pdf.close()
        else setOpened({ pdf })
      } catch (error) {
        if (!isLeft) setOpened({ error: error as Error })
      }
    }
    void open()
    return () => {
      isLeft = true
      pdf?.close()
    }
  }, [url])
  if (!opened) {
    return (
      <div className={styles.waiting} aria-busy="true">
        <Spinner label="Loading…" />
      </div>
    )
  }
  if ('pdf' in opened) return <Pages pdf={opened.pdf} onRetry={onRetry} {...shown} />
  return (
    <div className={styles.centred}>
      <ErrorState title="This document cannot be shown" isFrameless onRetry={onRetry}>
        {opened.error.message}
      </ErrorState>
    </div>
  )
}

interface PagesProps extends Omit<DocumentViewerProps, 'url'> {
  pdf: PdfDocument
  onRetry: () => void
}

function Pages({ pdf, title, startAt = 1, onPage, onRetry }: PagesProps) {
  const [page, setPage] = useState(startAt >= 1 && startAt <= pdf.pages ? startAt : 1)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [natural, setNatural] = useState<{ page: number; width: number; height: number }>()
  const [failed, setFailed] = useState<number>()
  const stage = useRef<HTMLElement>(null)
  const room = useRoom(stage)
  const { width = 0, height = 0 } = natural ?? {}
  // Fits the width; a page that would then be larger than on paper is fitted whole instead.
  const fit = width > 0 ? Math.min(room.width / width, Math.max(1, room.height / height)) : 1
  const shown = zoom === 'fit' ? fit : zoom
  const place = useKeptPlace(stage, shown, { x: 0.5, y: 0 })
  useEffect(() => {
    let isLeft = false
    pdf.sizeOf(page).then(
      (size) => !isLeft && setNatural({ page, ...size }),
      () => !isLeft && setFailed(page),
    )
    return () => {
      isLeft = true
    }
  }, [pdf, page])
  const seen = natural?.page
  const tell = useEffectEvent((turnedTo: number) => onPage?.(turnedTo, pdf.pages))
  useEffect(() => {
    if (seen !== undefined) tell(seen)
  }, [seen])
  const goTo = (next: number) => {
    setPage(Math.min(Math.max(next, 1), pdf.pages))
    stage.current?.scrollTo(0, 0)
  }
  const onKeyDown = useViewerKeys((key) => {
    const next = zoomOfKey(key, shown, fit)
    if (next !== undefined) setZoom(next)
    else if (key === 'PageDown') turn(stage.current, 1, () => goTo(page + 1))
    else if (key === 'PageUp') turn(stage.current, -1, () => goTo(page - 1))
    else return false
    return true
  })
  const position = `Page ${String(page)} of ${String(pdf.pages)}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole part; each has its button
    <div className={styles.part} onKeyDown={onKeyDown}>
      <section
        ref={stage}
        className={styles.pages}
        aria-label={`${title}, ${position}`}
        // Scrollable areas must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        {...place}
      >
        {failed === page && (
          // A page that could not be fetched is not asked for again before the document is opened anew.
          <ErrorState title="This page cannot be shown" isFrameless onRetry={onRetry}>
            Download the document to see it.
          </ErrorState>
        )}
        {natural?.page === page && room.width > 0 && (
          <Sheet pdf={pdf} page={page} scale={shown} width={width * shown} height={height * shown} />
        )}
      </section>
      <div className={styles.toolbar}>
        <PageControls page={page} pages={pdf.pages} onChange={goTo} />
        <ZoomControls zoom={zoom} shown={shown} fit={fit} onChange={setZoom} />
        <VisuallyHidden role="status">{position}</VisuallyHidden>
      </div>
    </div>
  )
}

/** Scrolls on, and turns the page at its end. */
function turn(stage: HTMLElement | null, direction: 1 | -1, leaf: () => void): void {
  if (!stage) return
  const rest = direction === 1 ? stage.scrollHeight - stage.clientHeight - stage.scrollTop : stage.scrollTop
  // Half a pixel is what zoomed browsers leave over.
  if (rest <= 1) leaf()
  else stage.scrollBy(0, direction * stage.clientHeight * 0.9)
}

interface SheetProps {
  pdf: PdfDocument
  page: number
  scale: number
  /** Pixels at this scale. */
  width: number
  height: number
}

function Sheet({ pdf, page, scale, width, height }: SheetProps) {
  const paper = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ page: number; scale: number; state: 'words' | 'none' | 'failed' }>()
  const isDrawn = drawn?.page === page && drawn.scale === scale
  useEffect(() => {
    if (!paper.current) return undefined
    const stopping = new AbortController()
    pdf.draw(page, paper.current, scale, stopping.signal).then(
      (hasWords) => setDrawn({ page, scale, state: hasWords ? 'words' : 'none' }),
      () => !stopping.signal.aborted && setDrawn({ page, scale, state: 'failed' }),
    )
    return () => stopping.abort()
  }, [pdf, page, scale])
  return (
    <div className={styles.sheet} style={{ width, height }} aria-busy={!isDrawn}>
      <div ref={paper} className={styles.paper} />
      {isDrawn && drawn.state === 'none' && <VisuallyHidden>This page is an image without text.</VisuallyHidden>}
      {isDrawn && drawn.state === 'failed' && (
        <p className={styles.failed} role="alert">
          This page cannot be shown. Download the document to see it.
        </p>
      )}
    </div>
  )
}
