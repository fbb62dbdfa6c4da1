import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for localhost that vouches for itself. `path`: where clients find it, until `remove`. */
export const selfSignedCertificate = () => {
  const directory = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [path, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')]
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost ' +
    `-addext subjectAltName=DNS:localhost -keyout ${key} -out ${path}`
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' })
  return {
    path,
    key: readFileSync(key),
    certificate: readFileSync(path),
    remove: () => rmSync(directory, { recursive: true }),
  }
}
