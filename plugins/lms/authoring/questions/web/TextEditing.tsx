import { Radical, Subscript, Superscript } from 'lucide-react'
import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { toScript } from '../script-contract.ts'
import * as styles from './questions.css.ts'

type TextBox = HTMLInputElement | HTMLTextAreaElement

const isTextBox = (target: EventTarget): target is TextBox =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Writes into a field as typing does. @param caret place of the caret in what is written; its end by default */
function write(box: TextBox, text: string, caret = text.length): void {
  const start = box.selectionStart ?? box.value.length
  box.setRangeText(text, start, box.selectionEnd ?? start, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
  box.setSelectionRange(start + caret, start + caret)
}

const selectedIn = ({ value, selectionStart, selectionEnd }: TextBox) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

const FORMULA_START = String.raw`\(`

/** Raises or lowers what is selected, or begins a formula that does. */
function writeScript(box: TextBox, name: 'sup' | 'sub'): void {
  const selected = selectedIn(box)
  if (selected !== '') return write(box, toScript(name, selected).text)
  const start = `${FORMULA_START}${name === 'sup' ? '^' : '_'}{`
  write(box, String.raw`${start}}\)`, start.length)
}

function writeFormula(box: TextBox): void {
  const start = `${FORMULA_START}${selectedIn(box)}`
  write(box, String.raw`${start}\)`, start.length)
}

/** Markup that plain text would lose. */
const formatted = /<(?:sup|sub|math)\b|katex|vertical-align:\s*(?:super|sub)/i

/**
 * Texts of a question as people write them: a toolbar and the keys of lessons raise and lower letters and begin formulas,
 * and pasted text keeps its own. Fields that are marked with `data-typed` have answers, which stay as they are typed.
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
        if (!box || !(event.ctrlKey || event.metaKey) || (event.key !== '.' && event.key !== ',')) return
        event.preventDefault()
        writeScript(box, event.key === '.' ? 'sup' : 'sub')
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
        <IconButton label="Superscript" size="small" onPress={act((box) => writeScript(box, 'sup'))}>
          <Superscript size={16} aria-hidden />
        </IconButton>
        <IconButton label="Subscript" size="small" onPress={act((box) => writeScript(box, 'sub'))}>
          <Subscript size={16} aria-hidden />
        </IconButton>
        <IconButton label="Formula" size="small" onPress={act(writeFormula)}>
          <Radical size={16} aria-hidden />
        </IconButton>
        <span className={styles.about}>Formulas are LaTeX between \( and \).</span>
      </div>
      {children}
    </div>
  )
}
