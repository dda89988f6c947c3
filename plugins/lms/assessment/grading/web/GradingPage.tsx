import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, ClipboardCheck, Keyboard } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useMedia } from '#core/web/ui/calendar/useMedia.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { NoMatches } from '#core/web/ui/lists/NoMatches.tsx'
import { isCommand, type KeyHandler } from '#core/web/ui/media/viewerKeys.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { gradingApi } from './client.ts'
import type { GradeDraft } from './gradeDraft.ts'
import { GradingFilters } from './GradingFilters.tsx'
import { GradingProgress } from './GradingProgress.tsx'
import * as styles from './Grading.css.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { OpenWork } from './OpenWork.tsx'
import { WorkList } from './WorkList.tsx'

const route = getRouteApi('/shell/grading')

/** Renders all work to grade in one queue; the open work and the filters are in the address. */
export function GradingPage() {
  // Keyed by work: unsent marks are still there after a look at other work.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, GradeDraft>>(new Map())
  useReportUnsaved(drafts.size > 0)
  const [isShowingKeys, setShowingKeys] = useState(false)
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['course', 'lesson', 'state', 'late'] })
  const { search, course, lesson, state, late, anonymous, work: open } = address
  const queue = useInfiniteQuery({
    ...gradingApi.gradingQueue.infinite({
      query: {
        search: search || undefined,
        courseId: course,
        lessonId: lesson,
        state,
        late: late ? 'true' : undefined,
        anonymous: anonymous ? 'true' : undefined,
      },
      limit: 50,
    }),
    placeholderData: keepPreviousData,
    // Learners submit, and others grade, all the time.
    staleTime: 0,
  })
  const lessons = useQuery({ ...gradingApi.gradedLessons(), staleTime: 0 })
  const rows = queue.data?.rows ?? []
  const at = useRef(0)
  const found = rows.findIndex(({ id }) => id === open)
  // Beside the queue there is room for work: the first of it opens, and leaves the focus where it is.
  const hasRoom = useMedia(styles.WIDE)
  const [hasChosen, setChosen] = useState(open !== undefined)
  const first = rows[0]?.id
  const isOpening = hasRoom && open === undefined && first !== undefined
  useEffect(() => {
    if (isOpening) void navigate({ search: (now) => ({ ...now, work: first }), replace: true, resetScroll: false })
  }, [isOpening, first, navigate])
  const choose = (work: string) => {
    setChosen(true)
    void navigate({ search: (now) => ({ ...now, work }), replace: true, resetScroll: false })
  }
  const step = (by: number) => {
    // Finished work has left the queue: the work after it is in its place.
    const next = rows[found < 0 ? at.current + (by > 0 ? 0 : by) : found + by]
    if (next) choose(next.id)
    if (found + by >= rows.length - 5 && queue.hasNextPage) void queue.fetchNextPage()
  }
  const formKeys = useRef<KeyHandler>(undefined)
  const page = useRef<HTMLDivElement>(null)
  const wasClicked = useRef(false)
  // Runs before links and buttons take the key: after a click on the open work or a level, Enter is not meant for these.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Tab') wasClicked.current = false
    if (event.key !== 'Enter' || !wasClicked.current || !isChosen(event.target)) return
    if (!formKeys.current?.('p')) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    // Keys in a dialog or a list that opens from here bubble to this element as well.
    if (!(target instanceof Element) || !page.current?.contains(target)) return
    const isWithControl = event.ctrlKey || event.metaKey
    const isPosting = event.key === 'Enter' && (isWithControl || !isPressed(target))
    if (isPosting && (isWithControl || isCommand(event))) {
      if (formKeys.current?.('p')) event.preventDefault()
      return
    }
    if (!isCommand(event)) return
    const acts: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      '?': () => setShowingKeys(true),
      '/': () => page.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    }
    const act = acts[event.key.toLowerCase()]
    if (act) act()
    else if (!formKeys.current?.(event.key)) return
    event.preventDefault()
  }
  useEffect(() => {
    if (found >= 0) at.current = found
  }, [found])
  return (
    <Page
      title="Grading"
      help="Submissions of all courses, oldest first."
      actions={
        <Button icon={<Keyboard size={16} aria-hidden />} aria-keyshortcuts="?" onPress={() => setShowingKeys(true)}>
          Keys
        </Button>
      }
    >
      {/* Focusable, so that keys also work after a press on the text of the work. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole page; each has its button */}
      <div
        ref={page}
        tabIndex={-1}
        className={styles.page}
        data-open={open !== undefined}
        onPointerDown={() => {
          wasClicked.current = true
        }}
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={onKeyDown}
      >
        <div className={styles.filters}>
          <GradingFilters list={list} address={address} lessons={lessons.data ?? []} />
        </div>
        <nav aria-label="Queue" className={styles.queue}>
          <GradingProgress lessons={lessons.data} course={course} lesson={lesson} />
          {queue.error && <ErrorState error={queue.error} onRetry={queue.refetch} />}
          {queue.isPending && <Skeleton height={320} />}
          {queue.data && rows.length > 0 && (
            <WorkList rows={rows} chosen={open} drafts={drafts} onChoose={() => setChosen(true)} />
          )}
          {queue.data &&
            rows.length === 0 &&
            (list.isFiltered ? <NoMatches title="No work matches" onClear={list.clear} /> : <NothingToGrade />)}
          <ShowMore query={queue} />
        </nav>
        <div className={styles.open}>
          {open !== undefined && (
            <>
              <span className={styles.back}>
                <PageLinkButton
                  to="/grading"
                  search={{ ...address, work: undefined }}
                  icon={<ArrowLeft size={16} aria-hidden />}
                >
                  All work
                </PageLinkButton>
              </span>
              <OpenWork
                key={open}
                id={open}
                isAnonymous={anonymous === true}
                takesFocus={hasChosen}
                draft={drafts.get(open)}
                onDraft={(draft) => setDrafts((before) => withDraft(before, open, draft))}
                onDone={() => step(1)}
                onKeys={(handle) => {
                  formKeys.current = handle
                }}
              />
            </>
          )}
        </div>
      </div>
      <KeysDialog isOpen={isShowingKeys} onOpenChange={setShowingKeys} />
    </Page>
  )
}

/** Checks if Enter presses the focused element. */
const isPressed = (target: Element) =>
  target.closest('button, a, input, textarea, [role="button"], [role="option"]') !== null

/** Checks if the focused element is the link of the open work, or a level. */
const isChosen = (target: EventTarget) =>
  target instanceof Element && target.matches('a[aria-current], button[aria-pressed]')

function NothingToGrade() {
  return (
    <EmptyState icon={<ClipboardCheck size={20} aria-hidden />} title="Nothing to grade">
      Submissions are listed here until they are graded.
    </EmptyState>
  )
}

function withDraft(
  drafts: ReadonlyMap<string, GradeDraft>,
  id: string,
  draft: GradeDraft | undefined,
): ReadonlyMap<string, GradeDraft> {
  const others = [...drafts].filter(([key]) => key !== id)
  return new Map(draft ? [...others, [id, draft]] : others)
}
