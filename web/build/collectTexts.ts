import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../../core/contract/text.ts'
import { textsOf, type FoundText } from './findTexts.ts'

/** Files whose texts can be translated; a folder comes here when its last text is extracted. */
export const extractedFiles = [
  'core/contract/{fields,identity,names,roles,organization-languages,invitations,second-factor}.ts',
  'core/server/errors.ts',
  'core/server/http/{access,error-handler,refusal-page}.ts',
  'core/server/identity/{own-name,passwords,password-reset,email-verification,invitation-acceptance,invitations,sign-in,users}.ts',
  'core/server/mail/{footer,html}.ts',
  'core/web/{apiError,chunkErrors,page}.ts',
  'core/web/pages/{AuthLayout,ChooseOrganization,CredentialsForm,DeviceNotifications,EmailLinkPages,EmailPreferences}.tsx',
  'core/web/pages/{FirstSignInPage,ForgotPasswordPage,HandOverPage,InvitationPage,NewPasswordFields,OwnName}.tsx',
  'core/web/pages/{ProfilePage,ResetPasswordPage,SignInForm,SignInPage,SignedInDevices,TenantHomePage}.tsx',
  'core/web/pages/{UnverifiedAddress,VerifyEmailPage}.tsx',
  'core/web/pages/languages/*.tsx',
  'core/web/pages/second-factor/*.tsx',
  'core/web/shell/*.tsx',
  'core/web/ui/{actions,calendar,display,feedback,fields,forms,layout,lists,overlays}/*.{ts,tsx}',
]

/** Languages whose catalogs have every text of those files. */
export const completeLanguages = ['es']

export interface CollectedText extends FoundText {
  file: string
  /** English text for one, where there are several forms. */
  one?: string
}

const isSource = (file: string) => !/\.(test|e2e)\.tsx?$|\.css\.ts$|\.d\.ts$|\/testing\//.test(file)

/** Reads the texts of files, in the order of the files. @param patterns from the root of the repository */
export function collectTexts(root: string, patterns: readonly string[] = extractedFiles): CollectedText[] {
  return globSync([...patterns], { cwd: root })
    .filter(isSource)
    .toSorted()
    .flatMap((file) => {
      const found = textsOf(file, readFileSync(join(root, file), 'utf8'))
      return found.map((text, index) => {
        const one = text.isMany ? found[index - 1]?.text : undefined
        return { ...text, file, ...(one !== undefined && { one }) }
      })
    })
    .filter((text, index, all) => !all[index + 1]?.isMany || text.isMany)
}

/** Returns the folder whose catalogs have the texts of a file: `core` or `plugins/lms`. */
export const ownerOfTexts = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('plugins/') ? 2 : 1)
    .join('/')

/** Lists texts that a catalog lacks, each once. */
export const missingTexts = (texts: readonly CollectedText[], catalog: Catalog): CollectedText[] =>
  texts.filter(
    ({ text }, index) => catalog[text] === undefined && texts.findIndex((one) => one.text === text) === index,
  )
