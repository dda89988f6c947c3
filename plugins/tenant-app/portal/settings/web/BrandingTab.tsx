import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { filesApi } from '#core/web/files.ts'
import { usePlatform } from '#core/web/session.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ColorField } from '#core/web/ui/fields/ColorField.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { ImageField } from '#core/web/ui/fields/ImageField.tsx'
import { applyAccent } from '#core/web/ui/theme/accent.ts'
import { parseHex } from '#core/contract/contrast.ts'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { EditConflict } from '#core/web/ui/forms/EditConflict.tsx'
import type { OrganizationSettings } from '../contract.ts'
import { AccentPreview } from './AccentPreview.tsx'
import { LoadedSettings } from './LoadedSettings.tsx'
import * as styles from './OrganizationSettings.css.ts'
import { useFieldOfAddress } from './useFieldOfAddress.ts'
import { useSettingsForm } from './useSettingsForm.ts'

/** Edits logo and accent color; the page previews the color during the choice. */
export function BrandingTab() {
  return <LoadedSettings>{(settings) => <BrandingForm settings={settings} />}</LoadedSettings>
}

function BrandingForm({ settings }: { settings: OrganizationSettings }) {
  const edit = useSettingsForm(settings, ['logoUrl', 'accentColor'])
  useFieldOfAddress(edit.form.form)
  return (
    <div className={styles.narrow}>
      <Card title="Branding" help="Shown on every page at your address, and where people sign in.">
        <Form form={edit.form} aria-label="Branding">
          <PlanNotice needs="branding" />
          <EditConflict edit={edit} noun="these settings" />
          <LogoField />
          <AccentField />
          <FormActions>
            <SubmitButton needsChange>Save changes</SubmitButton>
          </FormActions>
        </Form>
      </Card>
    </div>
  )
}

function LogoField() {
  const { value, onChange, error } = useFormField('logoUrl')
  return (
    <ImageField
      label="Logo"
      hasCamera={false}
      help="PNG, JPEG, WebP, GIF or AVIF of at most 5 MB; square ones look best."
      error={error}
      value={value as string | null}
      onChange={onChange}
      upload={async (file, { signal, onProgress }) =>
        (await filesApi.uploadImage.call({ file, onProgress }, signal)).imageUrl
      }
    />
  )
}

function AccentField() {
  const { value, onChange, onBlur, error, ref } = useFormField('accentColor')
  const typed = (useWatch({ name: 'accentColor' }) as string | null) ?? ''
  const saved = usePlatform().tenant?.branding.accentColor
  const shown = parseHex(typed) ? typed : undefined
  useEffect(() => {
    applyAccent(shown)
    return () => applyAccent(saved)
  }, [shown, saved])
  return (
    <>
      <ColorField
        ref={ref}
        label="Accent color"
        value={typed}
        onChange={(hex) => onChange(hex.trim() === '' ? null : hex)}
        onBlur={onBlur}
        error={error}
        fallback={DEFAULT_ACCENT}
        placeholder={DEFAULT_ACCENT}
        help="Color of buttons, links and selected items. Leave empty for the platform’s color."
      />
      {value !== null && (
        <div>
          <Button size="small" variant="quiet" onPress={() => onChange(null)}>
            Use the platform’s color
          </Button>
        </div>
      )}
      <AccentPreview accent={shown ?? DEFAULT_ACCENT} />
    </>
  )
}
