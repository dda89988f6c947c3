import { Check, Copy } from 'lucide-react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { IconButton } from './IconButton.tsx'
import { useCopied } from './useCopied.ts'

interface CopyIconButtonProps {
  /** What goes to the clipboard. */
  text: string
  /** For screen readers: 'Copy the whole id'. */
  label: string
}

/** Copies what stands beside it, where a word would be too long. */
export function CopyIconButton({ text, label }: CopyIconButtonProps) {
  const { state, copy } = useCopied(text)
  const words = { idle: '', copied: 'Copied!', failed: 'Could not copy' }[state]
  return (
    <>
      <IconButton label={label} size="small" onPress={() => void copy()}>
        {state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
    </>
  )
}
