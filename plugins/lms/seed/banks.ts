import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { readMarkdown } from '#core/server/seed/markdown.ts'
import { question } from '../authoring/questions/contract.ts'
import { copyQuestions } from '../authoring/questions/server/edit-question.ts'
import { createBank } from '../authoring/questions/server/banks.ts'
import { demoQuestion, toQuestion } from './questions.ts'

const demoBank = z.strictObject({
  name: z.string(),
  description: z.string(),
  questions: z.array(
    z
      .looseObject({ tags: z.array(z.string()) })
      .transform(({ tags, ...written }) => ({ tags, question: toQuestion(demoQuestion.parse(written)) })),
  ),
})

/** Reads a bank of `banks/`: front matter, and its questions in YAML. */
function readBank(name: string): z.output<typeof demoBank> {
  const { fields } = readMarkdown(new URL(`banks/${name}.md`, import.meta.url))
  return demoBank.parse(fields)
}

/** Seeds banks of questions. @returns their ids by name */
export async function seedBanks(scope: PlatformScope): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, description, questions } of ['first-aid', 'electricity'].map(readBank)) {
    const { id } = await createBank(scope, { name, description })
    const whole = questions.map((one) => ({ ...one, question: question.parse(one.question) }))
    await copyQuestions(scope, id, whole)
    ids.set(name, id)
  }
  return ids
}
