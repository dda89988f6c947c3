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
const part = <Props extends { details: object }, Whole>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: (await load()) as unknown as ComponentType<Whole> }))
const editor = <Details extends object>(load: () => Promise<ComponentType<KindEditorProps<Details>>>) =>
  part<KindEditorProps<Details>, KindEditorProps>(load)
const viewer = <Details extends object>(load: () => Promise<ComponentType<KindViewProps<Details>>>) =>
  part<KindViewProps<Details>, KindViewProps>(load)

/** Each in a chunk of its own, so that nobody loads an editor to read. */
export const kindViews: Readonly<Partial<Record<ContentType, KindView>>> = {
  video: {
    Editor: editor(async () => (await import('../video/web/VideoEditor.tsx')).VideoEditor),
    Viewer: viewer(async () => (await import('../video/web/VideoViewer.tsx')).VideoViewer),
    isAboveText: true,
  },
  audio: {
    Editor: editor(async () => (await import('../audio/web/AudioEditor.tsx')).AudioEditor),
    Viewer: viewer(async () => (await import('../audio/web/AudioViewer.tsx')).AudioViewer),
    isAboveText: true,
  },
  document: {
    Editor: editor(async () => (await import('../document/web/DocumentEditor.tsx')).DocumentEditor),
    Viewer: viewer(async () => (await import('../document/web/DocumentViewer.tsx')).DocumentViewer),
  },
  presentation: {
    Editor: editor(async () => (await import('../presentation/web/PresentationEditor.tsx')).PresentationEditor),
    Viewer: viewer(async () => (await import('../presentation/web/PresentationViewer.tsx')).PresentationViewer),
  },
  interactive: {
    Editor: editor(async () => (await import('../interactive/web/InteractiveEditor.tsx')).InteractiveEditor),
    Viewer: viewer(async () => (await import('../interactive/web/InteractiveViewer.tsx')).InteractiveViewer),
  },
  quiz: {
    Editor: editor(async () => (await import('../quiz/web/QuizLessonEditor.tsx')).QuizLessonEditor),
    hasLongEditor: true,
    Viewer: viewer(async () => (await import('../quiz/web/QuizViewer.tsx')).QuizViewer),
  },
  assessment: {
    Editor: editor(async () => (await import('../assessment/web/AssessmentEditor.tsx')).AssessmentEditor),
    hasLongEditor: true,
    Viewer: viewer(async () => (await import('../assessment/web/AssessmentViewer.tsx')).AssessmentViewer),
  },
  assignment: {
    Editor: editor(async () => (await import('../assignment/web/AssignmentEditor.tsx')).AssignmentEditor),
    hasLongEditor: true,
    Viewer: viewer(async () => (await import('../assignment/web/AssignmentViewer.tsx')).AssignmentViewer),
  },
  project: {
    Editor: editor(async () => (await import('../project/web/ProjectEditor.tsx')).ProjectEditor),
    hasLongEditor: true,
    Viewer: viewer(async () => (await import('../project/web/ProjectViewer.tsx')).ProjectViewer),
  },
  discussion: {
    Editor: editor(async () => (await import('../discussion/web/DiscussionEditor.tsx')).DiscussionEditor),
    Viewer: viewer(async () => (await import('../discussion/web/DiscussionViewer.tsx')).DiscussionViewer),
  },
  live_session: {
    Editor: editor(async () => (await import('../live-session/web/LiveSessionEditor.tsx')).LiveSessionEditor),
    Viewer: viewer(async () => (await import('../live-session/web/LiveSessionViewer.tsx')).LiveSessionViewer),
  },
}
