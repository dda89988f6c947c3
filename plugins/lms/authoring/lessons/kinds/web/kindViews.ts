import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { ContentType } from '../../contract.ts'
import type { KindEditorProps, KindViewProps } from './kindProps.ts'

export interface KindView {
  /** None where the text and an address are all. */
  Editor?: LazyExoticComponent<ComponentType<KindEditorProps>>
  /** None where the text is all. */
  Viewer?: LazyExoticComponent<ComponentType<KindViewProps>>
  /** It is seen before the text, as a film is. */
  isAboveText?: boolean
  /** True where the details are longer than the text, as questions are, and stand below it. */
  hasLongEditor?: boolean
}

/** Details have been checked by the schema of their kind, which is that of its parts. */
const lazyPart = <Props extends { details: object }, Whole>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: (await load()) as unknown as ComponentType<Whole> }))
const lazyEditor = <Details extends object>(load: () => Promise<ComponentType<KindEditorProps<Details>>>) =>
  lazyPart<KindEditorProps<Details>, KindEditorProps>(load)
const lazyViewer = <Details extends object>(load: () => Promise<ComponentType<KindViewProps<Details>>>) =>
  lazyPart<KindViewProps<Details>, KindViewProps>(load)

/** Each in a chunk of its own, so that nobody loads an editor to read. */
export const kindViews: Readonly<Partial<Record<ContentType, KindView>>> = {
  video: {
    Editor: lazyEditor(async () => (await import('../video/web/VideoEditor.tsx')).VideoEditor),
    Viewer: lazyViewer(async () => (await import('../video/web/VideoViewer.tsx')).VideoViewer),
    isAboveText: true,
  },
  audio: {
    Editor: lazyEditor(async () => (await import('../audio/web/AudioEditor.tsx')).AudioEditor),
    Viewer: lazyViewer(async () => (await import('../audio/web/AudioViewer.tsx')).AudioViewer),
    isAboveText: true,
  },
  document: {
    Editor: lazyEditor(async () => (await import('../document/web/DocumentEditor.tsx')).DocumentEditor),
    Viewer: lazyViewer(async () => (await import('../document/web/DocumentViewer.tsx')).DocumentViewer),
  },
  presentation: {
    Editor: lazyEditor(async () => (await import('../presentation/web/PresentationEditor.tsx')).PresentationEditor),
    Viewer: lazyViewer(async () => (await import('../presentation/web/PresentationViewer.tsx')).PresentationViewer),
  },
  interactive: {
    Editor: lazyEditor(async () => (await import('../interactive/web/InteractiveEditor.tsx')).InteractiveEditor),
    Viewer: lazyViewer(async () => (await import('../interactive/web/InteractiveViewer.tsx')).InteractiveViewer),
  },
  quiz: {
    Editor: lazyEditor(async () => (await import('../quiz/web/QuizLessonEditor.tsx')).QuizLessonEditor),
    hasLongEditor: true,
    Viewer: lazyViewer(async () => (await import('../quiz/web/QuizViewer.tsx')).QuizViewer),
  },
  assessment: {
    Editor: lazyEditor(async () => (await import('../assessment/web/AssessmentEditor.tsx')).AssessmentEditor),
    hasLongEditor: true,
    Viewer: lazyViewer(async () => (await import('../assessment/web/AssessmentViewer.tsx')).AssessmentViewer),
  },
  assignment: {
    Editor: lazyEditor(async () => (await import('../assignment/web/AssignmentEditor.tsx')).AssignmentEditor),
    hasLongEditor: true,
    Viewer: lazyViewer(async () => (await import('../assignment/web/AssignmentViewer.tsx')).AssignmentViewer),
  },
  project: {
    Editor: lazyEditor(async () => (await import('../project/web/ProjectEditor.tsx')).ProjectEditor),
    hasLongEditor: true,
    Viewer: lazyViewer(async () => (await import('../project/web/ProjectViewer.tsx')).ProjectViewer),
  },
  discussion: {
    Editor: lazyEditor(async () => (await import('../discussion/web/DiscussionEditor.tsx')).DiscussionEditor),
    Viewer: lazyViewer(async () => (await import('../discussion/web/DiscussionViewer.tsx')).DiscussionViewer),
  },
  live_session: {
    Editor: lazyEditor(async () => (await import('../live-session/web/LiveSessionEditor.tsx')).LiveSessionEditor),
    Viewer: lazyViewer(async () => (await import('../live-session/web/LiveSessionViewer.tsx')).LiveSessionViewer),
  },
}
