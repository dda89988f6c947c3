import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

export function AuditLoggingSwitch() {
  return (
    <FormSwitch
      name="enableAuditLogging"
      label="Audit logging"
      help="Writes down who did what. Off, what happens meanwhile can never be found out; what was recorded stays."
    />
  )
}
