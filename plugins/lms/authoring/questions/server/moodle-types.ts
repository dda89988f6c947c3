import { childOf, childrenOf, type XmlElement } from '#core/server/xml.ts'
import type { WrittenQuestion } from '../contract.ts'
import { parseNumber, type GiftAnswer } from './gift-answers.ts'
import { readCloze } from './moodle-cloze.ts'
import { buildChoices } from './read-gift.ts'
import { rawText, WILDCARD_PROBLEM, type MoodleReader } from './moodle-reader.ts'
import { FEEDBACK_NOTE, listFull, QuestionProblem, type AskedQuestion } from './read-texts.ts'

/** Moodle types whose answers have no counterpart here, as teachers call them. */
const others: Readonly<Record<string, string>> = {
  description: 'a description: a text alone is no question here',
  calculated: 'a calculated question, whose numbers are drawn at random',
  calculatedmulti: 'a calculated question, whose numbers are drawn at random',
  calculatedsimple: 'a calculated question, whose numbers are drawn at random',
  ddwtos: 'of the type “Drag and drop into text”',
  ddimageortext: 'of the type “Drag and drop onto image”',
  ddmarker: 'of the type “Drag and drop markers”',
  gapselect: 'of the type “Select missing words”',
  randomsamatch: 'of the type “Random short-answer matching”',
  random: 'of the type “Random”: draw questions from a bank in the quiz instead',
}

/** Builds a question. @throws QuestionProblem if it cannot be imported */
export function buildMoodleQuestion(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  const type = element.attributes.get('type') ?? ''
  const read = types[type]
  if (!read)
    throw new QuestionProblem(`It is ${others[type] ?? `of the type “${type.slice(0, 40)}”`}, which is not supported`)
  return read(element, asked, reader)
}

type ReadType = (element: XmlElement, asked: AskedQuestion, reader: MoodleReader) => WrittenQuestion

const newId = () => crypto.randomUUID()
const isOn = (setting: string) => setting === '1' || setting === 'true'

const types: Readonly<Record<string, ReadType>> = {
  multichoice: readChoices,
  truefalse: readTrueFalse,
  shortanswer: readShortAnswer,
  numerical: readNumerical,
  matching: readMatching,
  ordering: readOrdering,
  essay: readEssay,
  multianswer: (_element, asked, { note }) => ({ ...asked, ...readCloze(asked.prompt, note) }),
}

const readAnswers = (element: XmlElement, { plain }: MoodleReader) =>
  childrenOf(element, 'answer').map((answer) => ({
    element: answer,
    text: plain(answer),
    weight: Number(answer.attributes.get('fraction') ?? 0),
    feedback: plain(childOf(answer, 'feedback')),
  }))

function readChoices(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  // Moodle says `false` or `0`; without the setting there is one correct answer.
  const isSingle = !['0', 'false'].includes(reader.setting('single'))
  const answers = readAnswers(element, reader).map(({ text, weight, feedback }): GiftAnswer => ({
    text,
    weight,
    feedback,
    isEqual: isSingle && weight === 100,
  }))
  if (isSingle && !answers.some(({ isEqual }) => isEqual)) throw new QuestionProblem('No answer gives all points')
  return { ...asked, ...buildChoices(answers, { plain: (text) => text, note: reader.note }) }
}

function readTrueFalse(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  const answers = readAnswers(element, reader)
  const [yes, no] = ['true', 'false'].map((word) => answers.find(({ text }) => text.trim() === word))
  if (!yes || !no || yes.weight > 0 === no.weight > 0) throw new QuestionProblem('It does not say whether it is true')
  return {
    ...asked,
    type: 'true_false',
    isTrue: yes.weight > 0,
    feedbackTrue: yes.feedback,
    feedbackFalse: no.feedback,
  }
}

function readShortAnswer(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  const accepted = listFull(readAnswers(element, reader), reader.note).map(({ text }) => text)
  if (accepted.some((text) => /(?<!\\)(?:\\\\)*\*/.test(text))) {
    throw new QuestionProblem(WILDCARD_PROBLEM)
  }
  return {
    ...asked,
    type: 'short_text',
    accepted: accepted.map((text) => text.replaceAll(String.raw`\*`, '*')),
    isCaseSensitive: isOn(reader.setting('usecase')),
  }
}

function readNumerical(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  const [only, ...more] = listFull(readAnswers(element, reader), reader.note)
  if (!only || more.length > 0) throw new QuestionProblem('A number has one right answer here')
  const [text, tolerance] = [only.text, rawText(childOf(only.element, 'tolerance')).trim() || '0'].map(
    (written) => parseNumber(written)?.value,
  )
  if (text === undefined || tolerance === undefined)
    throw new QuestionProblem(`“${only.text.slice(0, 40)}” is no number`)
  const units = childrenOf(childOf(element, 'units') ?? element, 'unit')
  const [unit, ...otherUnits] = units.map((one) => rawText(childOf(one, 'unit_name')).trim())
  if (otherUnits.length > 0) reader.note('Only the first of its units is imported')
  return { ...asked, type: 'number', value: text, tolerance, unit: unit ?? '' }
}

function readMatching(element: XmlElement, asked: AskedQuestion, { plain }: MoodleReader): WrittenQuestion {
  const pairs = childrenOf(element, 'subquestion').map((sub) => ({
    prompt: plain(sub),
    match: rawText(childOf(sub, 'answer')).trim(),
  }))
  return {
    ...asked,
    type: 'matching',
    pairs: pairs.filter(({ prompt }) => prompt !== '').map((pair) => ({ id: newId(), matchId: newId(), ...pair })),
    distractors: pairs.filter(({ prompt }) => prompt === '').map(({ match }) => ({ id: newId(), text: match })),
  }
}

function readOrdering(element: XmlElement, asked: AskedQuestion, reader: MoodleReader): WrittenQuestion {
  const answers = readAnswers(element, reader)
  if (answers.some(({ feedback }) => feedback !== '')) reader.note(FEEDBACK_NOTE)
  if (!['', 'ALL', '0'].includes(reader.setting('selecttype'))) reader.note('All of its items are asked for here')
  if (!['', 'ABSOLUTE_POSITION', '0', 'ALL_OR_NOTHING', '-1'].includes(reader.setting('gradingtype')))
    reader.note('Each item counts in its own place here, not beside its neighbors')
  return {
    ...asked,
    type: 'ordering',
    items: answers.map(({ text }) => ({ id: newId(), text })),
    partialCredit: ['ALL_OR_NOTHING', '-1'].includes(reader.setting('gradingtype')) ? 'all_or_nothing' : 'per_choice',
  }
}

/** Groups of files, as Moodle names them. */
const fileGroups = { document: 'document', image: 'picture', audio: 'audio', video: 'video' } as const

function readEssay(element: XmlElement, asked: AskedQuestion, { plain, setting, note }: MoodleReader): WrittenQuestion {
  const guidance = plain(childOf(element, 'graderinfo'))
  if (setting('responsetemplate')) note('The response template is not imported')
  const attachments = Number(setting('attachments') || 0)
  if (setting('responseformat') === 'noinline' && attachments !== 0) {
    const group = setting('filetypeslist')
    const takes = fileGroups[group as keyof typeof fileGroups]
    if (group && !takes) note('Any kind of file can be submitted here')
    return { ...asked, type: 'file', guidance, takes: takes ?? 'any', maxFiles: attachments > 0 ? attachments : 10 }
  }
  if (attachments !== 0) note('Files cannot be attached to a text here')
  const count = (name: string) => (Number(setting(name)) > 0 ? Number(setting(name)) : null)
  return { ...asked, type: 'long_text', guidance, minWords: count('minwordlimit'), maxWords: count('maxwordlimit') }
}
