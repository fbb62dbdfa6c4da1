#!/bin/sh
# Makes what compose.yaml needs and no repository may hold: passwords, keys, certificates. What is
# there already is kept, so running it again adds only what is missing.
#
#   infra/deploy/make-secrets.sh [directory]     default: beside this file
#
# The directory is its owner's alone. Files in it can be read by all, since containers that mount
# them run as users of their own: what keeps others out is the directory.
set -eu
umask 022

home=${1:-$(dirname "$0")}
secrets=$home/secrets
certificates=$secrets/eventstore
mkdir -p "$certificates/ca"
chmod 700 "$secrets"

random() { openssl rand -hex 32; }
absent() { [ ! -s "$1" ]; }
# Makes a file of what comes in, in one step: what is interrupted leaves nothing half made.
keep() { cat > "$1.part" && chmod "${2:-444}" "$1.part" && mv "$1.part" "$1"; }
kept() { cat "$secrets/$1"; }

for name in master_key admin_password postgres_password eventstore_password eventstore_ops_password \
  nats_password redis_password mariadb_root_password mariadb_password grafana_password; do
  if absent "$secrets/$name"; then random | keep "$secrets/$name"; fi
done

# Addresses with passwords in them: each follows from its password.
keep "$secrets/database_admin_url" <<END
postgres://postgres:$(kept postgres_password)@postgres:5432/postgres?sslmode=disable
END
keep "$secrets/eventstore_url" <<END
esdb://admin:$(kept eventstore_password)@eventstore:2113?tls=true&tlsCAFile=/run/secrets/eventstore_ca
END
keep "$secrets/nats_url" <<END
nats://analytics:$(kept nats_password)@nats:4222
END
keep "$secrets/redis_url" <<END
redis://analytics:$(kept redis_password)@redis:6379/0
END

# What servers are told: NATS knows one user and nobody else, Redis one who may count and no more.
keep "$secrets/nats_users" <<END
users = [{
  user: analytics, password: "$(kept nats_password)",
  permissions: { publish: "analytics.>", subscribe: "analytics.>" }
}]
END
redis_commands="+auth +hello +select +ping +quit +info +client|setname +multi +exec \
+eval +evalsha +get +set +incrby +expire +pttl +del"
keep "$secrets/redis_users" <<END
user default reset off
user analytics reset on #$(kept redis_password | tr -d '\n' | openssl dgst -sha256 -r | cut -d' ' -f1) ~limit:* $redis_commands
END

# EventStoreDB drops credentials without TLS: an authority of its own, and a certificate of the node.
if absent "$certificates/ca/ca.crt" || absent "$certificates/ca.key"; then
  openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days 3650 -subj '/CN=Analytics Service CA' \
    -keyout "$certificates/ca.key" -out "$certificates/ca/ca.crt" 2> /dev/null
  chmod 600 "$certificates/ca.key"
  rm -f "$certificates/node.crt"
fi
if absent "$certificates/node.crt" || absent "$certificates/node.key"; then
  openssl req -newkey rsa:2048 -nodes -sha256 -subj '/CN=eventstoredb-node' \
    -keyout "$certificates/node.key" -out "$certificates/node.csr" 2> /dev/null
  keep "$certificates/node.extensions" <<END
subjectAltName = DNS:eventstore, DNS:localhost, IP:127.0.0.1
extendedKeyUsage = serverAuth, clientAuth
END
  openssl x509 -req -sha256 -days 825 -in "$certificates/node.csr" -out "$certificates/node.crt" \
    -CA "$certificates/ca/ca.crt" -CAkey "$certificates/ca.key" -CAserial "$certificates/ca.srl" \
    -CAcreateserial \
    -extfile "$certificates/node.extensions" 2> /dev/null
  rm -f "$certificates/node.csr" "$certificates/node.extensions"
  chmod 444 "$certificates/node.key"
fi

# EventStoreDB takes its first passwords from nothing but variables.
if absent "$home/.env"; then
  keep "$home/.env" 600 <<END
# Where the service is found, and its first admin, whose password is in secrets/admin_password.
# To collect traces, too: COMPOSE_PROFILES=observability
# OTEL_EXPORTER_OTLP_ENDPOINT=http://otel-collector:4318
COMPOSE_PROJECT_NAME=analytics
HTTP_ADDRESS=127.0.0.1
HTTP_PORT=8080
SITE_URL=http://localhost:8080
ADMIN_EMAIL=admin@example.com
EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(kept eventstore_password)
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(kept eventstore_ops_password)
END
fi

echo "Secrets are in $secrets, variables in $home/.env. Keep a copy of secrets/master_key elsewhere:"
echo 'without it, saved passwords and personal data cannot be read again.'
