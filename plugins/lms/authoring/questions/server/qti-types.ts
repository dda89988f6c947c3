import { childrenOf, type XmlElement } from '#core/server/xml.ts'
import { fillPrompt } from '../prompt-contract.ts'
import { parseNumber } from './gift-answers.ts'
import { findNamed, type Response } from './qti-item.ts'
import { noteWeights, PARTIAL_LEFT_OUT_NOTE, PARTIAL_NOTE, QuestionProblem, type AskedQuestion } from './read-texts.ts'

/** Interaction with its context. */
export interface Interaction {
  element: XmlElement
  /** Gaps in the text, in their order. */
  gaps: readonly XmlElement[]
  response: (element: XmlElement) => Response | undefined
  read: (element: XmlElement) => string
  note: (words: string) => void
  item: XmlElement
  guidance: string
}

type Build = (asked: AskedQuestion, interaction: Interaction) => object

const builders: Readonly<Record<string, Build>> = {
  choiceinteraction: buildChoice,
  orderinteraction: buildOrdering,
  matchinteraction: buildMatching,
  associateinteraction: buildAssociation,
  gapmatchinteraction: buildGaps,
  textentryinteraction: buildEntries,
  inlinechoiceinteraction: buildInlineChoices,
  extendedtextinteraction: (asked, { guidance }) => ({ ...asked, type: 'long_text', guidance }),
  uploadinteraction: (asked, { guidance, element, note }) => {
    if (element.attributes.get('type')) note('Any kind of file can be submitted here')
    return { ...asked, type: 'file', guidance }
  },
}

/** Interactions without a counterpart, by their name in the specification. */
const others: Readonly<Record<string, string>> = {
  hottextinteraction: 'hottextInteraction',
  hotspotinteraction: 'hotspotInteraction',
  sliderinteraction: 'sliderInteraction',
  drawinginteraction: 'drawingInteraction',
  mediainteraction: 'mediaInteraction',
  custominteraction: 'customInteraction',
  portablecustominteraction: 'portableCustomInteraction',
  selectpointinteraction: 'selectPointInteraction',
  positionobjectinteraction: 'positionObjectInteraction',
  graphicorderinteraction: 'graphicOrderInteraction',
  graphicassociateinteraction: 'graphicAssociateInteraction',
  graphicgapmatchinteraction: 'graphicGapMatchInteraction',
}

/** Builds a question. @throws QuestionProblem if it cannot be imported */
export function buildQtiQuestion(asked: AskedQuestion, interaction: Interaction): object {
  const { name } = interaction.element
  const build = builders[name]
  if (!build)
    throw new QuestionProblem(`It is answered by ${others[name] ?? name.slice(0, 60)}, which is not supported`)
  if (interaction.guidance && !['extendedtextinteraction', 'uploadinteraction'].includes(name)) {
    interaction.note('Its rubric is not imported')
  }
  return build(asked, interaction)
}

const newId = () => crypto.randomUUID()
const identify = ({ attributes }: XmlElement) => attributes.get('identifier') ?? ''

function getResponse({ element, response }: Interaction): Response {
  const found = response(element)
  if (!found) throw new QuestionProblem('It does not say what is right')
  return found
}

/** Lists the correct values: those declared, or else those that give points; for single answers those with the most points. */
function listRight({ correct, mapping, cardinality }: Response): string[] {
  if (correct.length > 0) return correct
  const least = cardinality === 'single' ? Math.max(...mapping.map(({ value }) => value)) : Number.MIN_VALUE
  return mapping.filter(({ value }) => value > 0 && value >= least).map(({ key }) => key)
}

function notePartial(response: Response, note: Interaction['note']): void {
  const right = listRight(response)
  if (response.mapping.some(({ key, value }) => value > 0 && !right.includes(key))) note(PARTIAL_NOTE)
}

function buildChoice(asked: AskedQuestion, interaction: Interaction): object {
  const { element, read, note } = interaction
  const response = getResponse(interaction)
  notePartial(response, interaction.note)
  const { mapping } = response
  const right = new Set(listRight(response))
  const options = childrenOf(element, 'simplechoice').map((choice) => ({
    id: newId(),
    text: read(choice),
    feedback: findNamed(choice, 'feedbackinline').map(read).join(' '),
    isRight: right.has(identify(choice)),
    isLast: choice.attributes.get('fixed') === 'true',
  }))
  const isSingle = response.cardinality === 'single' && (element.attributes.get('maxchoices') ?? '1') === '1'
  if (!isSingle && mapping.length > 0) noteWeights(weigh(element, mapping), note)
  const fixed = options.findLastIndex(({ isLast }) => !isLast)
  // Here only the last options can keep their position.
  for (const option of options.slice(0, fixed + 1)) option.isLast = false
  return { ...asked, type: isSingle ? 'single' : 'multiple', options }
}

/** Computes weights in percent of all points. */
function weigh(element: XmlElement, mapping: Response['mapping']) {
  const values = childrenOf(element, 'simplechoice').map(
    (choice) => mapping.find(({ key }) => key === identify(choice))?.value ?? 0,
  )
  const all = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0) || 1
  return values.map((value) => ({ weight: (100 * value) / all }))
}

function buildOrdering(asked: AskedQuestion, interaction: Interaction): object {
  const { correct } = getResponse(interaction)
  const choices = childrenOf(interaction.element, 'simplechoice')
  const items = correct.flatMap((key) => choices.filter((choice) => identify(choice) === key))
  if (items.length !== choices.length) throw new QuestionProblem('It does not say where each item belongs')
  interaction.note('Each item in its place gives a part of the points here')
  return { ...asked, type: 'ordering', items: items.map((item) => ({ id: newId(), text: interaction.read(item) })) }
}

const splitPair = (pair: string) => pair.split(/\s+/) as [string, string?]

/** @throws QuestionProblem if several values match one prompt */
function listPairs(response: Response): [string, string][] {
  const pairs = listRight(response).map(splitPair)
  if (pairs.length === 0) throw new QuestionProblem('It does not say what is right')
  const [firsts, seconds] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))]
  if (firsts.size < pairs.length || seconds.size < pairs.length) {
    throw new QuestionProblem('Several belong to one of its parts, which is not supported')
  }
  return pairs.map(([one, other = '']) => [one, other])
}

function pairUp(
  pairs: readonly [string, string][],
  [prompts, matches]: readonly [readonly XmlElement[], readonly XmlElement[]],
  read: Interaction['read'],
): object {
  const byId = (choices: readonly XmlElement[], id: string) => {
    const found = choices.find((choice) => identify(choice) === id)
    if (!found) throw new QuestionProblem(`It names “${id.slice(0, 40)}”, which it does not have`)
    return read(found)
  }
  const used = new Set(pairs.flat())
  const unasked = prompts.filter((one) => !used.has(identify(one)) && !matches.includes(one))
  if (unasked.length > 0)
    throw new QuestionProblem(
      `Nothing belongs to “${read(unasked[0] as XmlElement).slice(0, 60)}”, which is not supported`,
    )
  return {
    type: 'matching',
    pairs: pairs.map(([prompt, match]) => ({
      id: newId(),
      prompt: byId(prompts, prompt),
      matchId: newId(),
      match: byId(matches, match),
    })),
    distractors: matches.filter((one) => !used.has(identify(one))).map((one) => ({ id: newId(), text: read(one) })),
  }
}

function buildMatching(asked: AskedQuestion, interaction: Interaction): object {
  const response = getResponse(interaction)
  notePartial(response, interaction.note)
  const [from, to] = childrenOf(interaction.element, 'simplematchset').map((set) =>
    childrenOf(set, 'simpleassociablechoice'),
  )
  return { ...asked, ...pairUp(listPairs(response), [from ?? [], to ?? []], interaction.read) }
}

function buildAssociation(asked: AskedQuestion, interaction: Interaction): object {
  const response = getResponse(interaction)
  notePartial(response, interaction.note)
  const choices = childrenOf(interaction.element, 'simpleassociablechoice')
  interaction.note('The first of each pair is given here, and its other part is chosen')
  return { ...asked, ...pairUp(listPairs(response), [choices, choices], interaction.read) }
}

function buildGaps(asked: AskedQuestion, interaction: Interaction): object {
  const response = getResponse(interaction)
  notePartial(response, interaction.note)
  const words = childrenOf(interaction.element, 'gaptext')
  const pairs = listRight(response).map(splitPair)
  if (childrenOf(interaction.element, 'gapimg').length > 0)
    throw new QuestionProblem('Pictures are dragged into its gaps, which is not supported')
  interaction.note('People write the words into its gaps here, and do not choose from a list')
  const blanks = interaction.gaps.map((gap) => ({
    id: newId(),
    accepted: pairs
      .filter(([, place]) => place === identify(gap))
      .flatMap(([word]) => words.filter((one) => identify(one) === word).map(interaction.read)),
  }))
  return { ...asked, type: 'fill_blanks', blanks }
}

function buildInlineChoices(asked: AskedQuestion, { gaps, response, read, note }: Interaction): object {
  note('People write the words into its gaps here, and do not choose from a list')
  const blanks = gaps.map((gap) => ({
    id: newId(),
    accepted: childrenOf(gap, 'inlinechoice')
      .filter((choice) => response(gap)?.correct.includes(identify(choice)))
      .map(read),
  }))
  return { ...asked, type: 'fill_blanks', blanks }
}

function buildEntries(asked: AskedQuestion, interaction: Interaction): object {
  const { gaps, response, note } = interaction
  const [only, ...more] = gaps.map((gap) => response(gap))
  if (only && more.length === 0 && ['float', 'integer'].includes(only.baseType))
    return buildNumber(asked, only, interaction)
  const blanks = gaps.map((gap) => {
    const found = response(gap)
    if (!found || (found.correct.length === 0 && found.mapping.length === 0))
      throw new QuestionProblem('It does not say what is right')
    const most = Math.max(...found.mapping.map(({ value }) => value))
    if (found.mapping.some(({ value }) => value > 0 && value < most)) note(PARTIAL_LEFT_OUT_NOTE)
    const mapped = found.mapping.filter(({ value }) => value > 0 && value === most)
    return {
      id: newId(),
      accepted: [...new Set([...found.correct, ...mapped.map(({ key }) => key)])],
      // Without a mapping, strings are compared as they are.
      isCaseSensitive: mapped.length === 0 || mapped.some(({ isCaseSensitive }) => isCaseSensitive),
    }
  })
  if (blanks.some(({ accepted }) => accepted.length === 0)) throw new QuestionProblem('It does not say what is right')
  note('Spaces, quotation marks and dashes that are written in another way count as the same here')
  return { ...asked, type: 'fill_blanks', blanks }
}

function buildNumber(asked: AskedQuestion, response: Response, { item, note }: Interaction): object {
  const [right = '', ...more] = listRight(response)
  const number = parseNumber(right)
  if (!number || more.length > 0) throw new QuestionProblem('A number has one right answer here')
  notePartial(response, note)
  note('The number is written below the text, whose gap is a line')
  return {
    ...asked,
    prompt: fillPrompt(asked.prompt, () => '_____'),
    type: 'number',
    value: number.value,
    tolerance: readTolerance(item, number.value),
  }
}

/** Reads the tolerance that its scoring allows. */
function readTolerance(item: XmlElement, value: number): number {
  const equal = findNamed(item, 'equal').find(({ attributes }) => attributes.has('tolerance'))
  if (!equal) return 0
  const [first = 0, second = first] = (equal.attributes.get('tolerance') ?? '').trim().split(/\s+/).map(Number)
  if (first !== second || Number.isNaN(first))
    throw new QuestionProblem('A tolerance that differs above and below cannot be imported')
  const isRelative = equal.attributes.get('tolerancemode') === 'relative'
  return isRelative ? Number(((Math.abs(value) * first) / 100).toPrecision(12)) : first
}
