import type { WrittenQuestion } from '../contract.ts'
import { WILDCARD_PROBLEM } from './moodle-reader.ts'
import { listFull, QuestionProblem } from './read-texts.ts'

const PART = /\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}/gs

/** Escapes the separators of an embedded question in an answer. */
const escapeCloze = (text: string): string => text.replaceAll(/[}#~/"\\]/g, String.raw`\$&`)

/** Formats a blank that accepts any of these answers. */
export const formatCloze = (accepted: readonly string[], isCaseSensitive: boolean): string =>
  `{1:SHORTANSWER${isCaseSensitive ? '_C' : ''}:${accepted.map((text) => `=${escapeCloze(text.replaceAll('*', String.raw`\*`))}`).join('~')}}`

/**
 * Reads a text with embedded answers (Cloze), whose short answers become blanks.
 * @throws QuestionProblem if it has other ones
 */
export function readCloze(
  text: string,
  note: (words: string) => void,
): Pick<Extract<WrittenQuestion, { type: 'fill_blanks' }>, 'type' | 'prompt' | 'blanks'> {
  const blanks: { id: string; accepted: string[]; isCaseSensitive: boolean }[] = []
  const weights = new Set<string>()
  const prompt = text.replaceAll(PART, (_, weight: string, type: string, answers: string) => {
    const isCaseSensitive = /^(?:SHORTANSWER_C|SAC|MWC)$/.test(type)
    if (!isCaseSensitive && !/^(?:SHORTANSWER|SA|MW)$/.test(type)) {
      throw new QuestionProblem(`It has an embedded answer of the type ${type}, which is not supported`)
    }
    weights.add(weight || '1')
    blanks.push({ id: crypto.randomUUID(), accepted: readAccepted(answers, note), isCaseSensitive })
    return `{${blanks.length}}`
  })
  if (blanks.length === 0) throw new QuestionProblem('It has no embedded answers')
  if (weights.size > 1) note('Its blanks count the same here')
  return { type: 'fill_blanks', prompt, blanks }
}

function readAccepted(written: string, note: (words: string) => void): string[] {
  const answers = [...written.matchAll(/(?:\\.|[^~\\])+/gs)].map(([one]) => readAnswer(one))
  return listFull(answers, note).map(({ text }) => {
    const plain = text.replaceAll(/\\([}#~/"\\])/g, '$1')
    if (/(?<!\\)\*/.test(plain)) throw new QuestionProblem(WILDCARD_PROBLEM)
    return plain.replaceAll(String.raw`\*`, '*')
  })
}

function readAnswer(written: string) {
  const [, sign = '', said = ''] = /^(=|%-?\d+(?:\.\d+)?%)?(.*)$/s.exec(written) ?? []
  const [, text = '', feedback = ''] = /^((?:\\.|[^#\\])*)(?:#(.*))?$/s.exec(said) ?? []
  return { text, feedback, weight: sign === '=' ? 100 : Number(sign.replaceAll('%', '') || 0) }
}
