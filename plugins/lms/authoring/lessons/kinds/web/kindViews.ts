import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { ContentType } from '../../contract.ts'
import type { KindEditorProps, KindViewProps } from './kindProps.ts'

export interface KindView {
  /** Left out if the kind has no more than a text and an address. */
  Editor?: LazyExoticComponent<ComponentType<KindEditorProps>>
  /** Left out if the kind has no more than a text. */
  Viewer?: LazyExoticComponent<ComponentType<KindViewProps>>
  /** True if it is placed above the text, like a video. */
  isAboveText?: boolean
  /** True if the details are longer than the text, like questions, and are placed below it. */
  hasLongEditor?: boolean
}

/** The schema of the kind, which covers its parts, has already checked the details. */
const lazyPart = <Props extends { details: object }, Whole>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: (await load()) as unknown as ComponentType<Whole> }))
const lazyEditor = <Details extends object>(load: () => Promise<ComponentType<KindEditorProps<Details>>>) =>
  lazyPart<KindEditorProps<Details>, KindEditorProps>(load)
const lazyViewer = <Details extends object>(load: () => Promise<ComponentType<KindViewProps<Details>>>) =>
  lazyPart<KindViewProps<Details>, KindViewProps>(load)

/** Each in its own chunk, so that readers do not load editors. */
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
  external_tool: {
    Editor: lazyEditor(async () => (await import('../external-tool/web/ExternalToolEditor.tsx')).ExternalToolEditor),
    Viewer: lazyViewer(async () => (await import('../external-tool/web/ExternalToolViewer.tsx')).ExternalToolViewer),
  },
  live_session: {
    Editor: lazyEditor(async () => (await import('../live-session/web/LiveSessionEditor.tsx')).LiveSessionEditor),
    Viewer: lazyViewer(async () => (await import('../live-session/web/LiveSessionViewer.tsx')).LiveSessionViewer),
  },
}
