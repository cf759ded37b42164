{{- define "weir.pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 45
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: {{- toYaml .root.Values.seccompProfile | nindent 4 }}
containers:
  - name: weir
    image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag }}"
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    ports:
      - { name: http, containerPort: 3002 }
      - { name: metrics, containerPort: 9464 }
    env:
      - { name: WEIR_ROLE, value: {{ .role }} }
      - { name: WEIR_METRICS_PORT, value: "9464" }
      - { name: WEIR_METRICS_HOST, value: 0.0.0.0 }
{{- range $name, $value := .root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
    envFrom:
      - secretRef: { name: {{ .root.Values.existingSecret }} }
    livenessProbe:
      httpGet: { path: /health/live, port: http }
      periodSeconds: 10
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /health/ready, port: http }
      periodSeconds: 2
    resources: {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end }}
