export interface Condition {
  start: number
  end: number
  /** One of several that suffice, which is dropped by being false. */
  isAlternative: boolean
  /** The only one by which tables are joined. */
  isJoin: boolean
}

/** Words that begin, join or end conditions, and not columns in quotes or parameters that are called so. */
const TOKEN =
  /\(|\)|,|(?<!["$.])\b(?:where|and|or|on|when|then|having|between|not|group|order|limit|for|returning|union|join|left|inner|cross|as|select|from|set|values|else|end|case|using|do|offset|window)\b(?!")/g

const BEGINS = new Set(['where', 'on', 'when', 'having'])
const JOINS = new Set(['and', 'or'])

/** Condition that is open within one pair of brackets, or in the whole text. */
interface Level {
  /** Start of the present condition, if it is one. */
  begin: number | undefined
  /** The word before it. Without one only an `and` or `or` after it shows that it is one. */
  word: string | undefined
  isBetween: boolean
}

const levelFrom = (begin?: number, word?: string): Level => ({ begin, word, isBetween: false })

/**
 * The conditions that `where`, `on`, `when`, `having`, `and` and `or` put into a statement or a part of one, inner ones too.
 * @param sql without quoted texts and interpolations
 */
export function conditionsOf(sql: string): Condition[] {
  const found: Condition[] = []
  const levels = [levelFrom(0)]
  const top = () => levels.at(-1) ?? levelFrom()
  const close = (end: number, next: Level, joiner?: string) => {
    const { begin, word } = top()
    if (begin !== undefined && (word !== undefined || joiner !== undefined)) {
      const part = sql.slice(begin, end)
      const start = begin + part.length - part.trimStart().length
      const isAlternative = (joiner ?? word) === 'or'
      const isJoin = word === 'on' && joiner === undefined
      if (part.trim() !== '') found.push({ start, end: start + part.trim().length, isAlternative, isJoin })
    }
    levels[levels.length - 1] = next
  }
  for (const { 0: word, index } of sql.matchAll(TOKEN)) {
    const after = index + word.length
    if (word === '(') levels.push(levelFrom(after))
    else if (word === ')') {
      close(index, levelFrom())
      if (levels.length > 1) levels.pop()
    } else if (word === 'between') top().isBetween = true
    else if (word === 'and' && top().isBetween) top().isBetween = false
    else if (JOINS.has(word)) close(index, levelFrom(after, word), word)
    else if (beginsCondition(sql, word, index)) close(index, levelFrom(after, word))
    else if (endsCondition(sql, word, index)) close(index, levelFrom())
  }
  while (levels.length > 0) {
    close(sql.length, levelFrom())
    levels.pop()
  }
  return found
}

const beginsCondition = (sql: string, word: string, index: number) =>
  BEGINS.has(word) &&
  !(word === 'on' && (/^on conflict\b/.test(sql.slice(index)) || /\bdistinct\s+$/.test(sql.slice(0, index))))

const endsCondition = (sql: string, word: string, index: number) =>
  word !== 'not' && !(word === 'from' && /\bdistinct\s+$/.test(sql.slice(0, index)))
