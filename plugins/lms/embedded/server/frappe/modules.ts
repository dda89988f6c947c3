import type { Outcome } from '../../contract.ts'
import type { TrainedProject, TrainingModule, TrainingSection } from '../training.ts'
import { newAssignmentBlock, toBlocks, splitContents, escapeHtml, newQuizBlock, toResourceBlocks } from './editor-js.ts'
import type { Keeper } from './keeper.ts'

/** Maximum characters of titles that the site accepts: of courses and quizzes, and of titles with a number before them. */
const MAX_TITLE_LENGTH = 140
const MAX_NUMBERED_TITLE_LENGTH = 125
const MAX_INTRODUCTION_LENGTH = 140
const CATEGORY = 'Instructor training'
/** Percent. */
const PASS_PERCENT = 80

const shorten = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
const toNumberedTitle = (text: string) => shorten(text.replaceAll(/[<>]/g, ' ').trim(), MAX_NUMBERED_TITLE_LENGTH)

interface MigratedModule {
  project: TrainedProject
  /** All modules of the project, in their order. */
  modules: readonly TrainingModule[]
  module: TrainingModule
}

/**
 * Creates the course of a module on the site, unpublished until it is complete. Each part is stored here as soon as it exists,
 * so that resuming after an interruption creates no duplicates.
 */
export async function syncModule(
  keeper: Keeper,
  migrated: MigratedModule,
): Promise<{ outcome: Outcome; reason: string }> {
  keeper.begin()
  const { module } = migrated
  const subject = `module ${module.id}`
  const course = await syncCourse(keeper, subject, module)
  const chapterTitle = toNumberedTitle(module.title)
  const chapter = await keeper.keep({
    subject,
    type: 'Course Chapter',
    body: { course, title: chapterTitle },
    natural: { course, title: chapterTitle },
  })
  const lessons: string[] = []
  for (const section of module.content.sections) {
    lessons.push(...(await syncSection(keeper, { section, course, chapter })))
  }
  if (module.resources.length > 0) {
    const wanted = { course, chapter, title: 'Resources', contents: splitContents(toResourceBlocks(module)) }
    lessons.push(...(await syncLessons(keeper, `resources ${module.id}`, wanted)))
  }
  await keeper.set(subject, 'Course Chapter', chapter, { lessons: lessons.map((lesson) => ({ lesson })) })
  // Without `notification_sent`, the site would email all its users about each course.
  await keeper.set(subject, 'LMS Course', course, { chapters: [{ chapter }], published: 1, notification_sent: 1 })
  if (migrated.modules.at(-1)?.id === module.id) await syncProgram(keeper, migrated)
  const { created, updated } = keeper.did
  const isNew = created > 0 && updated === 0
  return { outcome: isNew ? 'created' : created + updated > 0 ? 'updated' : 'same', reason: '' }
}

async function syncCourse(keeper: Keeper, subject: string, module: TrainingModule): Promise<string> {
  const category = await keeper.keep({
    subject: 'category',
    type: 'LMS Category',
    body: { category: CATEGORY },
    natural: { category: CATEGORY },
    isShared: true,
  })
  const title = shorten(module.title, MAX_TITLE_LENGTH)
  const [introduction = module.title] = /^[^]*?[.!?](?=\s|$)/.exec(module.description) ?? [module.description]
  const objectives = module.learningObjectives.map((objective) => `<li>${escapeHtml(objective)}</li>`).join('')
  const description = module.description
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
  return keeper.keep({
    subject,
    type: 'LMS Course',
    body: {
      title,
      short_introduction: shorten(introduction, MAX_INTRODUCTION_LENGTH),
      description: description.join('') + (objectives && `<ul>${objectives}</ul>`),
      instructors: [{ instructor: keeper.account }],
      category,
      tags: `Training,${module.difficulty},${module.estimatedDuration} minutes`,
    },
    natural: { title },
  })
}

interface Place {
  course: string
  chapter: string
}

async function syncSection(
  keeper: Keeper,
  { section, ...place }: Place & { section: TrainingSection },
): Promise<string[]> {
  const blocks = toBlocks(section)
  const quiz = await syncQuiz(keeper, section)
  if (quiz !== undefined) blocks.push(newQuizBlock(quiz))
  if (section.type === 'build' || section.type === 'competition') {
    blocks.push(newAssignmentBlock(await syncAssignment(keeper, section)))
  }
  return syncLessons(keeper, `section ${section.id}`, {
    ...place,
    title: section.title,
    contents: splitContents(blocks),
  })
}

async function syncLessons(
  keeper: Keeper,
  subject: string,
  { course, chapter, title, contents }: Place & { title: string; contents: readonly string[] },
): Promise<string[]> {
  const names: string[] = []
  for (const [index, content] of contents.entries()) {
    const partTitle = toNumberedTitle(index === 0 ? title : `${title} (${index + 1})`)
    const name = await keeper.keep({
      subject: `${subject} ${index}`,
      type: 'Course Lesson',
      body: { title: partTitle, chapter, course, content, include_in_preview: 0 },
      natural: { chapter, title: partTitle },
    })
    names.push(name)
  }
  return names
}

/** Creates the quiz of a section's questions; undefined if it has none. */
async function syncQuiz(keeper: Keeper, { id, title, content }: TrainingSection): Promise<string | undefined> {
  const asked = content.quizQuestions ?? []
  if (asked.length === 0) return undefined
  const questions: string[] = []
  for (const [index, { question, options, correctAnswer }] of asked.entries()) {
    const choices = options.flatMap((option, place) => [
      [`option_${place + 1}`, option] as const,
      [`is_correct_${place + 1}`, place === correctAnswer ? 1 : 0] as const,
    ])
    const name = await keeper.keep({
      subject: `question ${id} ${index}`,
      type: 'LMS Question',
      body: { question: escapeHtml(question), type: 'Choices', ...Object.fromEntries(choices) },
      natural: { question: escapeHtml(question) },
    })
    questions.push(name)
  }
  const quizTitle = shorten(title, MAX_TITLE_LENGTH)
  return keeper.keep({
    subject: `quiz ${id}`,
    type: 'LMS Quiz',
    body: {
      title: quizTitle,
      passing_percentage: PASS_PERCENT,
      max_attempts: 0,
      show_answers: 1,
      questions: questions.map((question) => ({ question, marks: 1 })),
    },
    natural: { title: quizTitle },
  })
}

function syncAssignment(keeper: Keeper, { id, title, content }: TrainingSection): Promise<string> {
  const assignmentTitle = shorten(title, MAX_TITLE_LENGTH)
  return keeper.keep({
    subject: `assignment ${id}`,
    type: 'LMS Assignment',
    body: {
      title: assignmentTitle,
      question: escapeHtml(content.text || `Submit what you have made of “${title}”.`),
      type: 'Document',
    },
    natural: { title: assignmentTitle },
  })
}

/** Creates a program for a project with several modules: their existing courses, in their order. */
async function syncProgram(keeper: Keeper, { project, modules }: MigratedModule): Promise<void> {
  if (modules.length < 2) return
  const courses: string[] = []
  for (const { id } of modules) {
    const course = await keeper.note(`module ${id}`, 'LMS Course')
    if (course?.name) courses.push(course.name)
  }
  const title = shorten(project.title, MAX_TITLE_LENGTH)
  await keeper.keep({
    subject: `project ${project.projectId}`,
    type: 'LMS Program',
    body: {
      title,
      enforce_course_order: modules.some(({ prerequisites }) => prerequisites.length > 0) ? 1 : 0,
      program_courses: courses.map((course) => ({ course })),
    },
    natural: { title },
  })
}
