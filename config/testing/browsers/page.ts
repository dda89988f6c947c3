import type { InputSource, Tab } from './driver.ts'
import { chooseFile, describePage, hasFocus, locate, type Point, showsBold, type Sought } from './in-page.ts'

/** An end to what does not come, on a busy machine too. */
const WAIT_MS = 60_000
const POLL_MS = 50
/** Looks in a row that must find an element at one place: a screen moves what it shows while parts of it load. */
const STILL_LOOKS = 5
/** Keys as WebDriver writes them. */
const KEYS = { Enter: '\uE007', Backspace: '\uE003', Control: '\uE009' }

/** A page of one person, read and used in the same way in every browser. */
export class Page {
  readonly #tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.#tab = tab
    this.#origin = origin
  }

  open = (path: string) => this.#tab.open(new URL(path, this.#origin).href)

  /** Calls a function in the page by its source. */
  async evaluate<Given extends unknown[], Result>(
    work: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    const expression = `JSON.stringify((${work.toString()})(${given.map((value) => JSON.stringify(value)).join(', ')})) ?? ''`
    const text = await this.#tab.evaluate(expression)
    return (text === '' ? undefined : JSON.parse(text)) as Awaited<Result>
  }

  /** Waits for an element at a place where it can be clicked. */
  async find(role: string, name: string, more: Omit<Sought, 'role' | 'name'> = {}): Promise<Point> {
    let last: Point | undefined
    let still = 0
    return this.#waitFor(`${role} “${name}”${more.within ? ` in “${more.within}”` : ''}`, async () => {
      const point = await this.evaluate(locate, { role, name, ...more })
      still = point && last?.x === point.x && last.y === point.y ? still + 1 : 0
      last = point
      return still === STILL_LOOKS ? point : undefined
    })
  }

  async click(role: string, name: string, more: Omit<Sought, 'role' | 'name'> = {}): Promise<void> {
    const { x, y } = await this.find(role, name, more)
    const press = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#tab.perform([{ type: 'pointer', id: 'mouse', actions: press }])
  }

  type = (text: string) => this.#perform(Array.from(text, (value) => [keyDown(value), keyUp(value)]).flat())

  press = (key: keyof typeof KEYS) => this.type(KEYS[key])

  /** Presses a key while Control is held. */
  pressControl = (key: string) => this.#perform([keyDown(KEYS.Control), keyDown(key), keyUp(key), keyUp(KEYS.Control)])

  /** Clicks into a field, and types over what is in it. */
  async fill(name: string, text: string, more: Omit<Sought, 'role' | 'name'> = {}): Promise<void> {
    await this.#waitFor(`the focus in “${name}”`, async () => {
      await this.click('textbox', name, more)
      return this.evaluate(hasFocus, name)
    })
    await this.pressControl('a')
    await this.type(text)
  }

  async chooseFile(name: string, content: string): Promise<void> {
    await this.#waitFor('a field of files', () => this.evaluate(chooseFile, name, content))
  }

  async waitForText(text: string): Promise<void> {
    await this.#waitFor(`“${text}”`, async () => (await this.evaluate(describePage)).text.includes(text))
  }

  /** Waits for a text in bold letters. */
  async waitForBold(text: string): Promise<void> {
    await this.#waitFor(`“${text}” in bold letters`, () => this.evaluate(showsBold, text))
  }

  /** Asks until an answer is truthy. @throws Error with what the page shows instead */
  async #waitFor<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      const answer = await ask()
      if (answer) return answer
      if (Date.now() > deadline) {
        const { path, text } = await this.evaluate(describePage)
        throw new Error(`Waited in vain for ${what} on ${path}, which shows:\n${text}`)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  #perform(actions: InputSource['actions']): Promise<void> {
    return this.#tab.perform([{ type: 'key', id: 'keyboard', actions }])
  }
}

const keyDown = (value: string) => ({ type: 'keyDown', value })
const keyUp = (value: string) => ({ type: 'keyUp', value })
