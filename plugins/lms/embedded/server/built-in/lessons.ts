import { createHash } from 'node:crypto'
import type { RichText, RichTextBlock, RichTextInline } from '#core/contract/rich-text.ts'
import type { ContentType } from '../../../authoring/lessons/contract.ts'
import { toDocument } from '../../../authoring/lessons/server/paragraphs.ts'
import { question } from '../../../authoring/questions/contract.ts'
import { listWords } from '../sections.ts'
import type { TrainingModule, TrainingSection } from '../training.ts'

/** Lesson built from a section, or from a module's resources. */
export interface MadeLesson {
  /** Id of the section; for resources the module's. */
  originId: string
  title: string
  contentType: ContentType
  content: RichText
  details: Record<string, unknown>
  /** Minutes. */
  duration: number
  isRequired: boolean
}

const newText = (words: string): RichTextInline => ({ type: 'text', text: words })
const newHeading = (words: string): RichTextBlock => ({
  type: 'heading',
  attrs: { level: 3 },
  content: [newText(words)],
})
const newListItem = (content: RichTextInline[]) => ({
  type: 'listItem' as const,
  content: [{ type: 'paragraph' as const, content }],
})
const newLink = (words: string, href: string): RichTextInline => ({
  type: 'text',
  text: words,
  marks: [{ type: 'link', attrs: { href } }],
})

/** Builds the lessons of a module: its sections, and its further resources. */
export function toLessons(module: TrainingModule): MadeLesson[] {
  const lessons = module.content.sections.map(toLesson)
  if (module.resources.length === 0) return lessons
  const resources = module.resources.map(({ title, url, description }) =>
    newListItem([newLink(title, url), ...(description ? [newText(`: ${description.replaceAll(/\s+/g, ' ')}`)] : [])]),
  )
  return [
    ...lessons,
    {
      originId: module.id,
      title: 'Resources',
      contentType: 'article',
      content: { type: 'doc', content: [{ type: 'bulletList', content: resources }] },
      details: {},
      duration: 0,
      isRequired: false,
    },
  ]
}

function toLesson(section: TrainingSection): MadeLesson {
  const { id, title, duration, content, required } = section
  const questions = (content.quizQuestions ?? []).flatMap((asked, index) => toQuestions(id, asked, index))
  const written = toDocument(content.text ?? '').content
  const lists = listWords(section).flatMap(({ title: listTitle, entries, isOrdered }): RichTextBlock[] => [
    newHeading(listTitle),
    { type: isOrdered ? 'orderedList' : 'bulletList', content: entries.map((entry) => newListItem([newText(entry)])) },
  ])
  const media = content.mediaUrl ? [newLink('Watch or open what belongs to this section', content.mediaUrl)] : []
  return {
    originId: id,
    title,
    contentType: questions.length > 0 ? 'quiz' : 'article',
    content: {
      type: 'doc',
      content: [...written, ...(media.length > 0 ? [{ type: 'paragraph' as const, content: media }] : []), ...lists],
    },
    details: questions.length > 0 ? { quiz: { questions } } : {},
    duration,
    isRequired: required,
  }
}

type QuizQuestion = NonNullable<TrainingSection['content']['quizQuestions']>[number]

/**
 * Converts a quiz to questions of the kind `quiz`; the ids are the same each time. Options with the same text are merged;
 * questions that cannot be asked then are left out.
 */
function toQuestions(sectionId: string, { question: asked, options, correctAnswer }: QuizQuestion, index: number) {
  const right = correctAnswer === null ? undefined : options[correctAnswer]
  const parsed = question.safeParse({
    id: deriveId(`${sectionId} ${index}`),
    type: 'single',
    prompt: asked,
    options: [...new Set(options)].map((option, place) => ({
      id: deriveId(`${sectionId} ${index} ${place}`),
      text: option,
      isRight: option === right,
    })),
  })
  return parsed.success ? [parsed.data] : []
}

/** Derives an id from a text: version 8 of RFC 9562. */
export function deriveId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
