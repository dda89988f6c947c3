import { TextField } from '#core/web/ui/fields/TextField.tsx'
import type { KindEditorProps } from './kindProps.ts'

interface AddressFieldProps extends Pick<KindEditorProps, 'contentUrl' | 'onChangeUrl' | 'errors'> {
  label: string
  help: string
}

/** Edits the address of a lesson's content, if that is elsewhere. */
export function AddressField({ label, help, contentUrl, onChangeUrl, errors }: AddressFieldProps) {
  return (
    <TextField
      label={label}
      isOptional
      type="url"
      help={help}
      placeholder="https://"
      value={contentUrl}
      onChange={onChangeUrl}
      error={errors['contentUrl'] ?? ''}
    />
  )
}
