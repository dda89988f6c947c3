import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { coursesApi } from '../../courses/web/client.ts'
import type { LessonContent } from '../contract.ts'
import { getKind, previewOf } from '../kinds/contract.ts'
import { LessonView } from '../kinds/web/LessonView.tsx'
import { lessonsApi } from './client.ts'
import * as styles from './LessonContentPage.css.ts'
import { LessonConflict } from './LessonConflict.tsx'
import type { DraftState } from './lessonDraft.ts'
import { LessonEditor } from './LessonEditor.tsx'
import { typeLabels } from './lessonLabels.ts'
import { PhoneFrame } from './PhoneFrame.tsx'
import { useLessonDraft } from './useLessonDraft.ts'
import { LessonSteps } from './LessonSteps.tsx'
import { mergeDetails } from './wholeDetails.ts'

const route = getRouteApi('/shell/lms-management/lessons/$lessonId')

/** Edits one lesson, with a preview as learners will see it. */
export function LessonContentPage() {
  const { lessonId } = route.useParams()
  // Refetched whenever it is opened: editing starts from the newest version.
  const content = useQuery({ ...lessonsApi.getLessonContent({ params: { id: lessonId } }), gcTime: 0 })
  if (content.data) return <LoadedLesson key={lessonId} content={content.data} />
  return (
    <Page title="Lesson">
      {content.error ? <ErrorState error={content.error} onRetry={content.refetch} /> : <Skeleton height={480} />}
    </Page>
  )
}

type Mode = 'write' | 'wide' | 'phone'

const modes = [
  { id: 'write', label: 'Write' },
  { id: 'wide', label: 'Preview', icon: Monitor },
  { id: 'phone', label: 'Phone preview', icon: Smartphone },
] as const

function LoadedLesson({ content }: { content: LessonContent }) {
  const { draft, state } = useLessonDraft(content)
  const [mode, setMode] = useState<Mode>('write')
  const { lesson } = state.known
  const course = useQuery(coursesApi.getCourse({ params: { id: lesson.courseId } }))
  const kind = getKind(lesson.contentType)
  const details = mergeDetails(lesson.contentType, state.details, state.known.details)
  const missing = kind.unfinished({ ...state, details })
  const preview = (
    <LessonView
      contentType={lesson.contentType}
      title={lesson.title}
      body={state.body}
      details={previewOf(lesson.contentType, details)}
      contentUrl={state.contentUrl}
      minutes={lesson.duration}
    />
  )
  return (
    <Page
      title={lesson.title}
      help={`${typeLabels[lesson.contentType].label}. Done when: ${kind.rule(details)}`}
      above={
        <Breadcrumbs
          trail={[
            { label: 'Course Management', href: '/lms-management' },
            { label: course.data?.title ?? 'Course', href: `/lms-management?course=${lesson.courseId}&tab=lessons` },
          ]}
          current={lesson.title}
        />
      }
      actions={
        <>
          <Progress state={state} onRetry={() => void draft.flush()} />
          <ViewSwitch label="View" options={modes} value={mode} onChange={setMode} />
        </>
      }
    >
      {missing.length > 0 && (
        <Banner tone="info" title="Unfinished: not required yet">
          <ul className={styles.unfinished}>
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      {state.theirs && <LessonConflict state={state} theirs={state.theirs} draft={draft} />}
      {/* Hidden, not unmounted: undo history survives a look at the preview. */}
      <div hidden={mode !== 'write'}>
        <LessonEditor state={state} onChange={draft.change} />
      </div>
      {mode === 'wide' && <div className={styles.preview}>{preview}</div>}
      {mode === 'phone' && <PhoneFrame title={`Preview of ${lesson.title}`}>{preview}</PhoneFrame>}
      <LessonSteps lesson={lesson} />
    </Page>
  )
}

const progressLabels: Record<DraftState['progress'], string> = {
  saved: 'Saved',
  pending: 'Saving…',
  saving: 'Saving…',
  failed: 'Not saved: trying again',
  refused: 'Not saved',
  conflict: 'Not saved',
}

function Progress({ state: { progress, reason }, onRetry }: { state: DraftState; onRetry: () => void }) {
  const isFailed = progress === 'failed' || progress === 'refused'
  return (
    <>
      <span role="status" className={isFailed ? styles.failed : styles.progress}>
        {progressLabels[progress]}
        {isFailed && reason ? `. ${reason}` : ''}
      </span>
      {isFailed && (
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      )}
    </>
  )
}
