import { contentTypes, type Lesson } from '../contract.ts'

/** Label of a type, and help for its address (spec part 2, section 2.7). */
interface TypeWords {
  label: string
  /** 'Content URL' by default. */
  url?: string
  help: string
}

export const typeLabels: Record<Lesson['contentType'], TypeWords> = {
  article: { label: 'Article', help: 'Related page, optional' },
  video: { label: 'Video', url: 'Video URL', help: 'Address of a video on the web' },
  audio: { label: 'Audio', url: 'Audio URL', help: 'Address of a recording on the web' },
  quiz: { label: 'Quiz', url: 'Quiz URL', help: 'Address of an external quiz' },
  assignment: {
    label: 'Assignment',
    url: 'Assignment URL',
    help: 'Address of the instructions, if they are on another page',
  },
  discussion: { label: 'Discussion', url: 'Discussion URL', help: 'Address of an external discussion' },
  presentation: { label: 'Presentation', url: 'Presentation URL', help: 'Address of slides on the web' },
  document: { label: 'Document', url: 'Document URL', help: 'Address of a document, such as a PDF' },
  interactive: { label: 'Interactive', url: 'Interactive content URL', help: 'Address of interactive content' },
  live_session: { label: 'Live session', url: 'Meeting URL', help: 'Where people meet' },
  assessment: { label: 'Assessment', url: 'Assessment URL', help: 'Address of an external assessment' },
  external_tool: { label: 'External tool', help: 'Address of a page about the tool' },
  project: { label: 'Project', url: 'Project URL', help: 'Address of the project’s topic' },
}

export const typeOptions = contentTypes.map((id) => ({ id, label: typeLabels[id].label }))

/** Returns the path of a lesson's editor. */
export const getLessonContentPath = (lessonId: string): string => `/lms-management/lessons/${lessonId}`
