import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const bank = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

export class BankModel extends tableModel('lms_question_banks', bank) {}

const question = z.object({
  id: z.uuid(),
  bankId: z.uuid(),
  question: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  place: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

export class QuestionModel extends tableModel('lms_questions', question) {}
