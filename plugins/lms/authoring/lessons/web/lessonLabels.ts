import { contentTypes, type Lesson } from '../contract.ts'

/** Label of a type, and help for its address (spec part 2, section 2.7). */
interface TypeWords {
  label: string
  /** 'Content URL' unless said otherwise. */
  url?: string
  help: string
}

export const typeLabels: Record<Lesson['contentType'], TypeWords> = {
  article: { label: 'Article', help: 'A page that belongs to the text, if there is one' },
  video: { label: 'Video', url: 'Video URL', help: 'Of a video on the web' },
  audio: { label: 'Audio', url: 'Audio URL', help: 'Of a recording on the web' },
  quiz: { label: 'Quiz', url: 'Quiz URL', help: 'Of a quiz elsewhere' },
  assignment: { label: 'Assignment', url: 'Assignment URL', help: 'Of the instructions, if they are elsewhere' },
  discussion: { label: 'Discussion', url: 'Discussion URL', help: 'Of a place to discuss' },
  presentation: { label: 'Presentation', url: 'Presentation URL', help: 'Of slides on the web' },
  document: { label: 'Document', url: 'Document URL', help: 'Of a document, such as a PDF' },
  interactive: { label: 'Interactive', url: 'Interactive content URL', help: 'Of something to try out' },
  live_session: { label: 'Live session', url: 'Meeting URL', help: 'Where people meet' },
  assessment: { label: 'Assessment', url: 'Assessment URL', help: 'Of an assessment elsewhere' },
  project: { label: 'Project', url: 'Project URL', help: 'Of what the project is about' },
}

export const typeOptions = contentTypes.map((id) => ({ id, label: typeLabels[id].label }))

/** Path of a lesson's editor. */
export const getLessonContentPath = (lessonId: string): string => `/lms-management/lessons/${lessonId}`
