import { Bold, Italic, Radical, Subscript, Superscript } from 'lucide-react'
import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import type { MarkName } from '../mark-contract.ts'
import { toScript } from '../script-contract.ts'
import * as styles from './questions.css.ts'

type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (target: EventTarget): target is TextBox =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Part of the inserted text to select afterwards. */
interface Selection {
  start: number
  end: number
}

/** Inserts text into a field like typing, and selects a part of it, by default its end. */
function write(box: TextBox, text: string, selected: Selection = { start: text.length, end: text.length }): void {
  const start = box.selectionStart ?? box.value.length
  box.setRangeText(text, start, box.selectionEnd ?? start, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
  box.setSelectionRange(start + selected.start, start + selected.end)
}

const selectedIn = ({ value, selectionStart, selectionEnd }: TextBox) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

const FORMULA_START = String.raw`\(`

/** Turns the selection into superscript or subscript, or begins a formula for it. */
function writeScript(box: TextBox, name: 'sup' | 'sub'): void {
  const selected = selectedIn(box)
  if (selected !== '') return write(box, toScript(name, selected).text)
  const start = `${FORMULA_START}${name === 'sup' ? '^' : '_'}{`
  write(box, String.raw`${start}}\)`, { start: start.length, end: start.length })
}

function writeFormula(box: TextBox): void {
  const start = `${FORMULA_START}${selectedIn(box)}`
  write(box, String.raw`${start}\)`, { start: start.length, end: start.length })
}

/** Toggles bold or italic for the selection; without one, for the next typed text. */
function toggleMark(box: TextBox, name: MarkName): void {
  const selected = selectedIn(box)
  const start = box.selectionStart ?? box.value.length
  const end = box.selectionEnd ?? start
  // The other mark may be in between.
  const [opening, inner = ''] = marksBefore[name].exec(box.value.slice(0, start)) ?? []
  const [closing, innerEnd = ''] = marksBehind[name].exec(box.value.slice(end)) ?? []
  if (opening !== undefined && closing !== undefined) {
    box.setSelectionRange(start - opening.length, end + closing.length)
    return write(box, `${inner}${selected}${innerEnd}`, { start: inner.length, end: inner.length + selected.length })
  }
  const inside = `[${name}]`.length
  write(box, `[${name}]${selected}[/${name}]`, { start: inside, end: inside + selected.length })
}

const marksBefore = { b: /\[b\](\[i\])?$/, i: /\[i\](\[b\])?$/ }
const marksBehind = { b: /^(\[\/i\])?\[\/b\]/, i: /^(\[\/b\])?\[\/i\]/ }

/** Matches markup that plain text would lose. */
const formatted =
  /<(?:sup|sub|math|b|strong|i|em|h[1-6])\b|katex|vertical-align:\s*(?:super|sub)|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i

/** Keys with Ctrl or Cmd, the same as in lessons. */
const keys: Readonly<Record<string, (box: TextBox) => void>> = {
  '.': (box) => writeScript(box, 'sup'),
  ',': (box) => writeScript(box, 'sub'),
  b: (box) => toggleMark(box, 'b'),
  i: (box) => toggleMark(box, 'i'),
}

/**
 * Edits texts of a question: a toolbar and the shortcuts of lessons make words bold and italic, add superscript, subscript
 * and formulas, and pasted text keeps its formatting. Fields marked with `data-typed` hold answers, which stay as typed.
 */
export function TextEditing({ children }: { children: ReactNode }) {
  const last = useRef<TextBox>(null)
  const boxOf = (target: EventTarget) => (isTextBox(target) && !target.closest('[data-typed]') ? target : undefined)
  const act = (does: (box: TextBox) => void) => () => {
    if (last.current?.isConnected) does(last.current)
  }
  const paste = async (box: TextBox, html: string) => {
    const { readPastedText } = await import('./readPastedText.ts')
    const text = readPastedText(html)
    write(box, box instanceof HTMLInputElement ? text.replaceAll(/\s+/g, ' ') : text)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields within
    <div
      className={styles.editing}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        last.current = boxOf(event.target) ?? last.current
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const box = boxOf(event.target)
        const does = event.ctrlKey || event.metaKey ? keys[event.key.toLowerCase()] : undefined
        if (!box || !does || event.altKey || event.shiftKey) return
        event.preventDefault()
        does(box)
      }}
      onPaste={(event: ClipboardEvent<HTMLElement>) => {
        const box = boxOf(event.target)
        const html = event.clipboardData.getData('text/html')
        if (!box || !formatted.test(html)) return
        event.preventDefault()
        void paste(box, html)
      }}
    >
      <div role="group" aria-label="Format of the question" className={styles.bar}>
        <IconButton label="Bold" size="small" onPress={act((box) => toggleMark(box, 'b'))}>
          <Bold size={16} aria-hidden />
        </IconButton>
        <IconButton label="Italic" size="small" onPress={act((box) => toggleMark(box, 'i'))}>
          <Italic size={16} aria-hidden />
        </IconButton>
        <IconButton label="Superscript" size="small" onPress={act((box) => writeScript(box, 'sup'))}>
          <Superscript size={16} aria-hidden />
        </IconButton>
        <IconButton label="Subscript" size="small" onPress={act((box) => writeScript(box, 'sub'))}>
          <Subscript size={16} aria-hidden />
        </IconButton>
        <IconButton label="Formula" size="small" onPress={act(writeFormula)}>
          <Radical size={16} aria-hidden />
        </IconButton>
        <span className={styles.about}>
          Bold is [b]text[/b], italics are [i]text[/i], formulas are LaTeX between \( and \).
        </span>
      </div>
      {children}
    </div>
  )
}
