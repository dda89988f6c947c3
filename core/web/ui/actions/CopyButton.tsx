import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../text.ts'
import { Button } from './Button.tsx'
import type { ButtonProps } from './Button.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

/** Milliseconds for which 'Copied!' stays (spec part 1, constants). */
const COPIED_MS = 2000

export interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'onPress' | 'icon'> {
  /** Text that goes to the clipboard. */
  text: string
  /** 'Copy' unless said otherwise. */
  label?: string
  /** It is on the clipboard. */
  onCopied?: () => void
}

/** Copies, then shows and announces 'Copied!' for two seconds. */
export function CopyButton({ text, label = 'Copy', onCopied, ...props }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), COPIED_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setState('failed')
      return
    }
    setState('copied')
    onCopied?.()
  }
  const words = { idle: label, copied: t('Copied!'), failed: t('Could not copy') }[state]
  return (
    <>
      <Button
        {...props}
        icon={state === 'copied' ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onPress={() => void copy()}
      >
        {words}
      </Button>
      <VisuallyHidden role="status">{state === 'idle' ? '' : words}</VisuallyHidden>
    </>
  )
}
