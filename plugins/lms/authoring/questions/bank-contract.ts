import { fold } from '#core/contract/fold.ts'
import { z } from 'zod'
import { boundedJson } from '#core/contract/bounded-json.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { MAX_IMAGE_BYTES } from '#core/contract/files.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'
import { question, questionTypes } from './contract.ts'

/** Maximum questions of a bank. */
export const MAX_BANK_QUESTIONS = 1000
/** Maximum questions that are copied into a bank at once. */
const MAX_COPIED_QUESTIONS = 200

const bankFields = { name: requiredText(200, 'Name is required'), description: text(2000) }

export const newBank = z.object({ ...bankFields, description: bankFields.description.default('') })
export type NewBank = z.output<typeof newBank>

/** Fields to change. With `updatedAt` as it was read, a change by another author in between is a conflict. */
export const bankChange = z.object({ ...bankFields, updatedAt: instant }).partial()
export type BankChange = z.output<typeof bankChange>

export const questionBank = z.object({
  id,
  name: z.string(),
  description: z.string(),
  questionCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type QuestionBank = z.infer<typeof questionBank>

/** Maximum characters of a tag. */
export const MAX_TAG_LENGTH = 40

/** Tags, unique regardless of capitals and accents. */
export const tags = z
  .array(line(MAX_TAG_LENGTH))
  .max(10, 'At most 10 tags')
  .transform((lines) => [...new Map(lines.filter(Boolean).map((tag): [string, string] => [fold(tag), tag])).values()])

/** Question in a request. */
const sent = boundedJson(question, { maxBytes: 131_072, maxDepth: 8 })

/** The question gets a new id. */
export const newBanked = z.object({ bankId: id, question: sent, tags: tags.default([]) })
export type NewBanked = z.output<typeof newBanked>

export const bankedChange = z.object({ question: sent, tags, updatedAt: instant }).partial()
export type BankedChange = z.output<typeof bankedChange>

/** Question of a bank. */
export const banked = z.object({ id, bankId: id, question, tags: z.array(z.string()), updatedAt: instant })
export type Banked = z.infer<typeof banked>

const questionFormats = ['csv', 'gift', 'moodle_xml'] as const
export type QuestionFormat = (typeof questionFormats)[number]
const format = z.enum(questionFormats, 'Please select a format')

/** Maximum problems of a file that are listed. */
export const MAX_LISTED_PROBLEMS = 100
/** Maximum bytes of a file of questions with its pictures. */
const MAX_QUESTION_FILE_BYTES = 20 * 1024 * 1024

const fileLines = z.array(z.object({ line: z.number().int(), message: z.string() }))

const importAnswer = z.object({
  isImported: z.boolean(),
  /** Unit in which the file is counted: XML by its items, other files by their lines. */
  counts: z.enum(['lines', 'items']),
  /** Questions that were read, with their line or item in the file, from 1. */
  questions: z.array(
    z.object({
      line: z.number().int(),
      type: z.enum(questionTypes),
      prompt: z.string(),
      /** Descriptions of its pictures. */
      pictures: z.array(z.string()),
    }),
  ),
  problemCount: z.number().int(),
  /** First problems: these questions are left out. */
  problems: fileLines,
  noteCount: z.number().int(),
  /** First notes on parts that are not imported, or converted. */
  notes: fileLines,
})
export type ImportAnswer = z.infer<typeof importAnswer>

const params = z.object({ id })

const sentTogether = boundedJson(
  z
    .array(question)
    .min(1, 'At least one question')
    .max(MAX_COPIED_QUESTIONS, `At most ${MAX_COPIED_QUESTIONS} at once`),
  { maxBytes: 524_288, maxDepth: 9 },
)

/** Maximum bytes: a question whose every text has the maximum length. */
const MAX_QUESTION_BODY_BYTES = 135_168

export const bankContract = {
  listQuestionBanks: endpoint({
    method: 'GET',
    path: '/api/lms/question-banks',
    summary: 'The question banks that the caller may write, by name; searched in name and description',
    access: authors,
    query: searchQuery,
    response: z.array(questionBank),
  }),
  createQuestionBank: endpoint({
    method: 'POST',
    path: '/api/lms/question-banks',
    status: 201,
    summary: 'Add a question bank',
    audit: 'question-bank.created',
    access: authors,
    body: newBank,
    response: questionBank,
  }),
  getQuestionBank: endpoint({
    method: 'GET',
    path: '/api/lms/question-banks/{id}',
    summary: 'One question bank',
    access: authors,
    params,
    response: questionBank,
  }),
  updateQuestionBank: endpoint({
    method: 'PUT',
    path: '/api/lms/question-banks/{id}',
    summary: 'Rename a question bank, or describe it otherwise',
    audit: 'question-bank.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params,
    body: bankChange,
    response: questionBank,
  }),
  deleteQuestionBank: endpoint({
    method: 'DELETE',
    path: '/api/lms/question-banks/{id}',
    summary: 'Delete a question bank with its questions; for 30 days it can be brought back',
    audit: 'question-bank.deleted',
    access: authors,
    params,
    response: 'none',
  }),
  restoreQuestionBank: endpoint({
    method: 'POST',
    path: '/api/lms/question-banks/{id}/restore',
    summary: 'Bring back a deleted question bank as it was',
    audit: 'question-bank.restored',
    access: authors,
    params,
    response: questionBank,
  }),
  listQuestions: endpoint({
    method: 'GET',
    path: '/api/lms/question-banks/{id}/questions',
    summary: 'Questions of a bank, oldest first; searched in what they ask',
    access: authors,
    params,
    query: searchQuery.extend({ type: z.enum(questionTypes).optional(), tag: line(40).optional() }),
    response: z.array(banked),
  }),
  listQuestionTags: endpoint({
    method: 'GET',
    path: '/api/lms/question-banks/{id}/tags',
    summary: 'Tags of the questions of a bank, by name',
    access: authors,
    params,
    response: z.array(z.string()),
  }),
  copyQuestions: endpoint({
    method: 'POST',
    path: '/api/lms/question-banks/{id}/copies',
    status: 201,
    summary: 'Put copies of questions into a bank, all or none',
    audit: 'question-bank.filled',
    access: authors,
    params,
    body: z.object({ questions: sentTogether, tags: tags.default([]) }),
    bodyLimit: 540_672,
    response: questionBank,
  }),
  importQuestions: endpoint({
    method: 'POST',
    path: '/api/lms/question-banks/{id}/import',
    rateLimit: 30,
    summary:
      'Put the questions of a CSV, GIFT, Moodle XML or QTI file, or a ZIP of one, into a bank; a preview names what is not imported',
    audit: ['question-bank.filled', 'image.uploaded'],
    unaudited: 'Where it is a preview or nothing can be imported, nothing changes',
    access: { ...authors, scope: 'none' },
    params,
    query: z.object({
      /** Previews the import and saves nothing. */
      preview: z.enum(['true', 'false'], 'Send true or false').default('true'),
    }),
    upload: { field: 'file', maxBytes: MAX_QUESTION_FILE_BYTES },
    response: importAnswer,
  }),
  exportQuestions: endpoint({
    method: 'GET',
    path: '/api/lms/question-banks/{id}/export',
    summary:
      'The questions of a bank as CSV, Moodle XML or GIFT, which is a ZIP where there are pictures; an import takes each again',
    access: authors,
    params,
    query: z.object({ format: format.default('csv') }),
    response: 'file',
  }),
  uploadQuestionPicture: endpoint({
    method: 'POST',
    path: '/api/lms/question-pictures',
    status: 201,
    rateLimit: 60,
    summary:
      'Upload a picture for a question; it is checked by content and re-encoded, and deleted if no question shows it',
    audit: 'image.uploaded',
    access: { ...authors, scope: 'none' },
    upload: { field: 'image', maxBytes: MAX_IMAGE_BYTES },
    response: z.object({ imageUrl: z.string() }),
  }),
  createQuestion: endpoint({
    method: 'POST',
    path: '/api/lms/questions',
    status: 201,
    summary: 'Add a question to a bank',
    audit: 'question.created',
    access: authors,
    body: newBanked,
    bodyLimit: MAX_QUESTION_BODY_BYTES,
    response: banked,
  }),
  getQuestion: endpoint({
    method: 'GET',
    path: '/api/lms/questions/{id}',
    summary: 'One question of a bank',
    access: authors,
    params,
    response: banked,
  }),
  updateQuestion: endpoint({
    method: 'PUT',
    path: '/api/lms/questions/{id}',
    summary: 'Change a question of a bank; copies of it stay as they are',
    audit: 'question.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params,
    body: bankedChange,
    bodyLimit: MAX_QUESTION_BODY_BYTES,
    response: banked,
  }),
  deleteQuestion: endpoint({
    method: 'DELETE',
    path: '/api/lms/questions/{id}',
    summary: 'Delete a question of a bank; for 30 days it can be brought back',
    audit: 'question.deleted',
    access: authors,
    params,
    response: 'none',
  }),
  restoreQuestion: endpoint({
    method: 'POST',
    path: '/api/lms/questions/{id}/restore',
    summary: 'Bring back a deleted question as it was',
    audit: 'question.restored',
    access: authors,
    params,
    response: banked,
  }),
} as const
