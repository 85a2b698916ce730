# Cardroom on Discord, with its database on the volume /data. docs/hosting.md says how to run it.

FROM python:3.13-slim AS build
WORKDIR /app
COPY pyproject.toml constraints.lock LICENSE README.md bot.py cardroom.py ./
COPY assets assets
COPY cogs cogs
COPY db db
COPY engines engines
COPY locales locales
COPY operation operation
COPY opponents opponents
COPY pictures pictures
COPY playground playground
COPY sessions sessions
# Which commit this is, for /help, the log and the metrics.
ARG CARDROOM_COMMIT=
# What the bot itself depends on, with PostgreSQL: nothing but the files whose hashes are known. pip compiles it to byte code, which
# the bot could not write later: its root file system is read-only.
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r constraints.lock \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/cardroom.db
RUN useradd --uid 10001 --no-create-home cardroom && mkdir /data && chown cardroom /data
COPY --from=build /venv /venv
WORKDIR /data
USER cardroom
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=2m --timeout=20s --start-period=2m CMD ["python", "-m", "operation.health"]
# After what no restart can mend, such as a wrong token, it stays and waits: Docker would start it again and again.
CMD ["cardroom", "--stay"]
