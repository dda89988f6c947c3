import { t } from '../../text.ts'
import { filesApi } from '../../files.ts'
import { errorText } from '../feedback/errorText.ts'
import { notify } from '../feedback/notificationQueue.ts'
import { ImageField } from '../fields/ImageField.tsx'
import type { Upload } from '../fields/useUpload.ts'
import { useFormField } from './useFormField.ts'

interface FormImageFieldProps {
  name: string
  label: string
  /** Sends the image and answers its address; any image of the organization by default. */
  upload?: Upload<string>
}

const uploadImage: Upload<string> = async (file, { signal, onProgress }) =>
  (await filesApi.uploadImage.call({ file, onProgress }, signal)).imageUrl

/** ImageField bound to the path `name`: the address of an image, which is uploaded once chosen, or an empty text. */
export function FormImageField({ name, label, upload = uploadImage }: FormImageFieldProps) {
  const { value, onChange, error } = useFormField(name)
  return (
    <ImageField
      label={label}
      help={t('PNG, JPEG, WebP, GIF or AVIF of at most 5 MB')}
      error={error}
      value={(value as string) || null}
      onChange={(address) => onChange(address ?? '')}
      upload={async (file, options) => {
        try {
          const imageUrl = await upload(file, options)
          notify({ title: t('Image uploaded successfully') })
          return imageUrl
        } catch (error_) {
          if (!options.signal.aborted)
            notify({ title: t('Failed to upload image'), description: errorText(error_), tone: 'destructive' })
          throw error_
        }
      }}
    />
  )
}
