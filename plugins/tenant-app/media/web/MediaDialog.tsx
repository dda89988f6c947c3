import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { sizeText } from '#core/contract/sizes.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { useZone } from '../../shared/web/zone.ts'
import { mediaChange, type Media, type MediaDetail } from '../contract.ts'
import * as styles from './MediaDialog.css.ts'
import { MediaThumbnail } from './MediaThumbnail.tsx'
import { MediaSessionField } from './SessionChoices.tsx'
import { TagField } from './TagField.tsx'
import { mediaApi, mediaReads } from './client.ts'
import { kindNames, usesOf } from './mediaLabels.ts'

interface MediaDialogProps {
  /** Id of the file; undefined while the dialog is closed. */
  mediaId: string | undefined
  onClose: () => void
  onDelete: (media: Media) => void
  onRestore: (id: string) => void
}

/** Shows one file: preview, tags, sharing, and uses. */
export function MediaDialog({ mediaId, onClose, ...acts }: MediaDialogProps) {
  return (
    <Dialog title="File" isOpen={mediaId !== undefined} onOpenChange={onClose} size="large">
      {mediaId && <Loaded key={mediaId} mediaId={mediaId} onClose={onClose} {...acts} />}
    </Dialog>
  )
}

/** Loads the file anew each time, so that the form shows other users' changes. */
function Loaded({ mediaId, onClose, onDelete, onRestore }: MediaDialogProps & { mediaId: string }) {
  const found = useQuery({ ...mediaApi.getMedia({ params: { id: mediaId } }), staleTime: 0, gcTime: 0 })
  if (!found.data || !found.isFetchedAfterMount) {
    return (
      <DialogBody>
        {found.error ? (
          <ErrorState error={found.error} onRetry={found.refetch} isFrameless />
        ) : (
          <Skeleton height={420} />
        )}
      </DialogBody>
    )
  }
  const { data } = found
  if (data.state === 'deleted') {
    return (
      <Deleted
        media={data}
        onRestore={() => {
          onClose()
          onRestore(data.id)
        }}
      />
    )
  }
  return (
    <Edit
      media={data}
      onClose={onClose}
      onDelete={() => {
        onClose()
        onDelete(data)
      }}
    />
  )
}

function Deleted({ media, onRestore }: { media: MediaDetail; onRestore: () => void }) {
  const zone = useZone()
  return (
    <>
      <DialogBody>
        <Preview media={media} />
        <Banner>
          {media.fileName} was deleted. It can be restored as it was until{' '}
          {media.deletedUntil && <DateTime value={media.deletedUntil} zone={zone} />}, and uses storage until then.
        </Banner>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
        <Button variant="primary" onPress={onRestore}>
          Restore
        </Button>
      </DialogFooter>
    </>
  )
}

const valuesOf = ({ fileName, caption, altText, sessionId, students, showsNobody, isPublic }: MediaDetail) => ({
  fileName,
  caption,
  altText,
  sessionId,
  studentIds: students.map(({ id }) => id),
  showsNobody,
  isPublic,
})

function Edit({ media, onClose, onDelete }: { media: MediaDetail; onClose: () => void; onDelete: () => void }) {
  const update = useMutation(mediaApi.updateMedia.mutation({ touches: mediaReads }))
  const submit = (
    <>
      <Button variant="quiet" icon={<Trash2 size={16} aria-hidden />} onPress={onDelete}>
        Delete
      </Button>
      <SubmitButton needsChange>Save file</SubmitButton>
    </>
  )
  return (
    <EditForm
      thing={media}
      schema={mediaChange}
      editable={valuesOf}
      save={(values, known) =>
        update.mutateAsync({ params: { id: known.id }, body: { ...values, updatedAt: known.updatedAt } })
      }
      saved={{ title: 'File updated successfully' }}
      reread={({ id }) => mediaApi.getMedia.call({ params: { id } })}
      noun="this file"
      submit={submit}
      onSaved={onClose}
    >
      {(known) => (
        <>
          <Preview media={known} />
          <SameBytes media={known} />
          <FormTextField name="fileName" label="Name" />
          {known.kind === 'picture' && (
            <FormTextField
              name="altText"
              label="Description"
              help="Description for people who cannot see the picture. Required for sharing."
            />
          )}
          <FormTextField name="caption" label="Caption" multiline isOptional />
          <MediaSessionField sessionName={known.sessionName} />
          <OnIt key={known.updatedAt} media={known} />
          <Sharing />
          <Withheld media={known} />
        </>
      )}
    </EditForm>
  )
}

/** Lists the tagged children, or says that there are none. */
function OnIt({ media }: { media: MediaDetail }) {
  const tagged = useFormField('studentIds')
  const noChildren = useFormField('showsNobody')
  const sessionId = useWatch({ name: 'sessionId' }) as string | null
  const [students, setStudents] = useState(media.students)
  return (
    <>
      {!noChildren.value && (
        <TagField
          value={students}
          sessionId={sessionId}
          error={tagged.error}
          onChange={(next) => {
            setStudents(next)
            tagged.onChange(next.map(({ id }) => id))
          }}
        />
      )}
      {students.length === 0 && (
        <Checkbox
          label="No child can be recognised"
          isSelected={Boolean(noChildren.value)}
          onChange={noChildren.onChange}
          error={noChildren.error}
        />
      )}
    </>
  )
}

function Sharing() {
  const { error } = useFormField('isPublic')
  return (
    <>
      <FormSwitch
        name="isPublic"
        label="Share with families"
        help="Signed-in families of the organization see it, if every child in it may be shown."
      />
      {error && (
        <Banner tone="error" title="Not shared">
          {error}
        </Banner>
      )}
    </>
  )
}

function Withheld({ media: { isWithheld, students } }: { media: MediaDetail }) {
  if (!isWithheld) return null
  return (
    <Banner tone="warn" title="Held back">
      {students.length === 0
        ? 'Families see it once the people in it are tagged.'
        : 'Families see it if every child in it may be shown.'}
    </Banner>
  )
}

function SameBytes({ media: { sameAs } }: { media: MediaDetail }) {
  if (sameAs.length === 0) return null
  const names = sameAs.map(({ fileName, sessionName }) => (sessionName ? `${fileName} (${sessionName})` : fileName))
  return <Banner title="The same file is in the library more than once">{names.join(', ')}</Banner>
}

function Preview({ media }: { media: MediaDetail }) {
  const zone = useZone()
  const { fileUrl, fileName, fileSize, kind, uploadedByName, createdAt } = media
  const uses = usesOf(media)
  return (
    <>
      <div className={styles.preview}>
        <MediaThumbnail media={media} width={320} />
      </div>
      <div className={styles.links}>
        <LinkButton href={fileUrl} target="_blank" icon={<ExternalLink size={16} aria-hidden />}>
          Open
        </LinkButton>
        <LinkButton href={`${fileUrl}?save=1`} download icon={<Download size={16} aria-hidden />}>
          Download
        </LinkButton>
        <span className={styles.about}>
          {kindNames[kind]}, {sizeText(fileSize)}. Uploaded {uploadedByName ? `by ${uploadedByName} ` : ''}
          <DateTime value={createdAt} zone={zone} />.
        </span>
      </div>
      <div className={styles.about}>
        {uses.length === 0 ? `${fileName} is not used yet.` : `Used in ${uses.join(', ')}.`}
      </div>
    </>
  )
}
