import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { filesApi } from '#core/web/files.ts'
import { useLacking } from '#core/web/session.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ColorField } from '#core/web/ui/fields/ColorField.tsx'
import { ImageField } from '#core/web/ui/fields/ImageField.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { DocumentViewer } from '#core/web/ui/media/DocumentViewer.tsx'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import {
  certificateLook,
  templateChange,
  templateFields,
  type CertificateLook,
  type CertificateTemplate,
} from '../template-contract.ts'
import * as styles from './Certificates.css.ts'
import { templateApi } from './client.ts'
import { UnprintableNotice } from './UnprintableNotice.tsx'

/** Edits the look of new certificates, with a preview beside. */
export function TemplatePage() {
  const template = useQuery(templateApi.certificateTemplate())
  return (
    <Page
      title="Certificate template"
      help="Applies to new certificates. Issued certificates do not change."
      above={
        <LinkButton
          href="/training/certificates"
          variant="quiet"
          size="small"
          icon={<ArrowLeft size={16} aria-hidden />}
        >
          Certificates
        </LinkButton>
      }
    >
      <Loaded query={template} height={560}>
        {(data) => <TemplateForm template={data} />}
      </Loaded>
    </Page>
  )
}

const named = templateFields.map((field) => `{${field}}`).join(', ')

function TemplateForm({ template }: { template: CertificateTemplate }) {
  const queryClient = useQueryClient()
  const isLacking = useLacking('certificates') !== undefined
  const update = useMutation(
    templateApi.setCertificateTemplate.mutation({ touches: [templateApi.certificateTemplate.key()] }),
  )
  const edit = useEditForm({
    thing: template,
    schema: templateChange.omit({ updatedAt: true }),
    editable: ({ updatedAt: _, ...fields }: CertificateTemplate) => fields,
    save: async (body, { updatedAt }) => {
      const saved = await update.mutateAsync({ body: { ...body, updatedAt } })
      notify({ title: 'Template Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...templateApi.certificateTemplate(), staleTime: 0 }),
  })
  return (
    <Form form={edit.form} aria-label="Certificate template">
      <div className={styles.beside}>
        <Card title="Text">
          <PlanNotice needs="certificates" />
          <EditConflict edit={edit} noun="this template" />
          <FormTextField name="heading" label="Heading" />
          <FormTextField name="statement" label="Between name and course" isOptional />
          <FormTextField name="foot" label="At the foot" isOptional help={`Texts can name ${named}.`} />
          <FormTextField name="signatory" label="Who signs" isOptional />
          <FormTextField name="signatoryTitle" label="As what" isOptional />
          <PictureField name="signatureUrl" label="Signature" help="PNG of at most 512 by 512 pixels" />
          <PictureField
            name="logoUrl"
            label="Logo"
            help="PNG of at most 512 by 512 pixels. Without one, your organization’s logo is printed"
          />
          <AccentField />
          <FormTextField name="prefix" label="Numbers begin with" help="2 to 8 letters or digits" />
          <FormActions>
            <SubmitButton needsChange isDisabled={isLacking}>
              Save changes
            </SubmitButton>
          </FormActions>
        </Card>
        <Preview />
      </div>
    </Form>
  )
}

function PictureField({ name, label, help }: { name: string; label: string; help: string }) {
  const { value, onChange, error } = useFormField(name)
  return (
    <ImageField
      label={label}
      help={help}
      error={error}
      value={(value as string) || null}
      onChange={(address) => onChange(address ?? '')}
      upload={async (file, { signal, onProgress }) =>
        (await filesApi.uploadImage.call({ file, onProgress }, signal)).imageUrl
      }
    />
  )
}

function AccentField() {
  const { value, onChange, onBlur, error, ref } = useFormField('accentColor')
  return (
    <ColorField
      ref={ref}
      label="Color of the frame"
      value={value as string}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      fallback={DEFAULT_ACCENT}
    />
  )
}

/** Milliseconds without typing before the preview is redrawn. */
const PREVIEW_DEBOUNCE_MS = 600

/** Previews a sample certificate with the values of the form; while they are invalid, the last valid one. */
function Preview() {
  const parsed = certificateLook.safeParse(useWatch())
  const wanted = parsed.success ? JSON.stringify(parsed.data) : undefined
  const [drawn, setDrawn] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn((before) => wanted ?? before), PREVIEW_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return (
    <Card title="Preview">{drawn !== undefined && <Specimen look={certificateLook.parse(JSON.parse(drawn))} />}</Card>
  )
}

function Specimen({ look }: { look: CertificateLook }) {
  const unprintable = useQuery(templateApi.unprintableTemplate({ query: look }))
  return (
    <>
      <UnprintableNotice letters={unprintable.data?.letters}>Use letters of another script.</UnprintableNotice>
      <div className={styles.preview}>
        <DocumentViewer url={templateApi.previewCertificate.url({ query: look })} title="A specimen of a certificate" />
      </div>
    </>
  )
}
