# Cardroom on Discord, with its database on the volume /data. docs/hosting.md says how to run it.

FROM python:3.13-slim AS build
WORKDIR /app
COPY pyproject.toml constraints.txt ./
# Only what the bot itself depends on, with PostgreSQL: it runs from its folder, so that assets and locales are beside it.
RUN python -m venv /venv \
    && python -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*project["dependencies"], *project["optional-dependencies"]["postgres"], sep="\n")' > needed.txt \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -c constraints.txt -r needed.txt

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/cardroom.db
RUN useradd --uid 10001 --no-create-home cardroom && mkdir /data && chown cardroom /data
COPY --from=build /venv /venv
WORKDIR /app
COPY pyproject.toml bot.py ./
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
# Byte code cannot be written later: the root file system is read-only.
RUN python -m compileall -q .
USER cardroom
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=2m --timeout=20s --start-period=2m CMD ["python", "-m", "operation.health"]
CMD ["python", "bot.py"]
