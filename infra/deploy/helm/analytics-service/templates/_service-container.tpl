{{- /*
  Secrets a process reads, as `variable key` lines; a dictionary of root and part, which is a role or
  prepare. Nobody but the preparation needs the owner, and nobody but command the first admin.
*/ -}}
{{- define "analytics.secret-variables" -}}
{{- range $variable, $key := .root.Values.secret.keys }}
{{- $isForPreparation := has $variable (list "MASTER_KEY" "DATABASE_URL" "DATABASE_ADMIN_URL") }}
{{- $isForRole := not (has $variable (list "DATABASE_ADMIN_URL" (ternary "" "ADMIN_PASSWORD" (eq $.part "command")))) }}
{{- if and $key (ternary $isForPreparation $isForRole (eq $.part "prepare")) }}
{{ $variable }} {{ $key }}
{{- end }}
{{- end }}
{{- end }}

{{- define "analytics.secret-environment" -}}
{{- range $line := include "analytics.secret-variables" . | trim | splitList "\n" }}
{{- $pair := splitList " " $line }}
- name: {{ first $pair }}_FILE
  value: /run/secrets/analytics/{{ last $pair }}
{{- end }}
{{- end }}

{{- define "analytics.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: secrets
  secret:
    secretName: {{ .root.Values.secret.name }}
    defaultMode: 0440
    items:
      {{- range $line := include "analytics.secret-variables" . | trim | splitList "\n" }}
      {{- $key := last (splitList " " $line) }}
      - { key: {{ $key }}, path: {{ $key }} }
      {{- end }}
      {{- range .root.Values.secret.files }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}

{{- define "analytics.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/analytics, readOnly: true }
{{- end }}
