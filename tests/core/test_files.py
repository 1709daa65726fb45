"""Files are replaced whole: whatever goes wrong, the old one is as it was, and nothing stays beside it."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from saltus.core.files import refuse_database, replacing

from tests.support.checkout import PY

OLD = "old\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file alone in its folder."""
    made = tmp_path / "out.pdn"
    made.write_text(OLD)
    return made


def alone(file: Path) -> str:
    """The text of a file that nothing lies beside."""
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    return file.read_text()


def write(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text)


def test_a_file_is_replaced_at_the_end(file: Path) -> None:
    with replacing(file) as fresh:
        fresh.write("new\n")
        fresh.flush()
        assert file.read_text() == OLD
    assert alone(file) == "new\n"


KILLED = """
import os, signal, sys
from pathlib import Path
from saltus.core.files import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write("half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_has_left_is_removed_and_what_another_writes_is_not(file: Path) -> None:
    for _ in range(2):
        subprocess.run([sys.executable, "-c", KILLED, file], cwd=PY)
    assert len(list(file.parent.glob(".saltus-*.new"))) == 1  # the second has removed that of the first
    strange = file.with_name(".saltus-mine.new")
    strange.touch()
    with replacing(file) as fresh:
        fresh.write("new\n")
        write(file.with_name("other.pdn"), "other\n")
        assert len(list(file.parent.glob(".saltus-*.new"))) == 2
    strange.unlink()
    file.with_name("other.pdn").unlink()
    assert alone(file) == "new\n"


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, ValueError, GeneratorExit])
def test_after_an_error_the_file_is_as_it_was(file: Path, error: type[BaseException]) -> None:
    def fail() -> None:
        with replacing(file) as fresh:
            fresh.write("new\n" * 100_000)
            raise error

    with pytest.raises(error):
        fail()
    assert alone(file) == OLD


def test_an_interruption_as_soon_as_the_new_file_is_there_leaves_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def interrupted(path: Path, flags: int, mode: int) -> int:
        os.close(opened(path, flags, mode))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", interrupted)
        with pytest.raises(KeyboardInterrupt), replacing(file):
            pass
    assert alone(file) == OLD


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("size", [1, 100_000])
def test_where_no_more_fits_the_file_is_as_it_was(file: Path, size: int) -> None:
    """Whether the text is too long at once, or only when the last of it is written out."""
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))\n"
        "from pathlib import Path; from saltus.core.files import replacing\n"
        f"with replacing(Path({str(file)!r})) as file: file.write('new\\n' * {4_096 + size})"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=PY, capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr
    assert alone(file) == OLD


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_killed_program_leaves_the_file_as_it_was(file: Path) -> None:
    program = (
        "import os, signal; from pathlib import Path; from saltus.core.files import replacing\n"
        f"with replacing(Path({str(file)!r})) as file:\n"
        "    file.write('new\\n' * 100_000); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=PY, check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.read_text() == OLD


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    plain, made = tmp_path / "plain", tmp_path / "made"
    plain.touch()
    write(made, "new")
    assert stat.filemode(made.stat().st_mode) == stat.filemode(plain.stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_and_owner_stay(file: Path, mode: int) -> None:
    file.chmod(mode)
    before = file.stat()
    write(file, "new")
    after = file.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


@pytest.mark.parametrize("hops", [1, 2])
def test_a_link_stays_a_link(tmp_path: Path, hops: int) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "file"
    (tmp_path / "link1").symlink_to("folder/file")
    (tmp_path / "link2").symlink_to("link1")
    for text in ("new", "newer"):  # the first time it leads nowhere
        write(tmp_path / f"link{hops}", text)
        assert alone(target) == text
    assert all((tmp_path / name).is_symlink() for name in ("link1", "link2"))


def test_a_folder_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        write(tmp_path, "new")


def test_a_missing_folder_is_named_by_the_file_in_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere/out\.pdn"):
        write(tmp_path / "nowhere" / "out.pdn", "new")


@pytest.mark.skipif(os.name == "nt", reason="there are none in the file system of Windows")
def test_pipes_and_devices_are_written_directly(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write(pipe, "new")
    reader.join()
    assert heard == ["new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write(Path(os.devnull), "new")
    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_device_is_an_error() -> None:
    with pytest.raises(OSError, match="No space left"):
        write(Path("/dev/full"), "new")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no such name")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "link"])
def test_standard_output_by_name_is_added_to(file: Path, name: str) -> None:
    """Also where it is a file: that one is open already, and what it holds is kept."""
    program = (
        "from pathlib import Path; from saltus.core.files import replacing\n"
        f"with replacing(Path({name!r})) as file: file.write('new\\n')"
    )
    link = file.parent / "link"
    link.symlink_to("/dev/stdout")
    with file.open("a") as out:
        command = [sys.executable, "-S", "-c", program]
        subprocess.run(command, cwd=file.parent, env=os.environ, stdout=out, check=True)
    link.unlink()
    assert alone(file) == f"{OLD}new\n"


@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("way", ["name", "symbolic link", "hard link", "by way of a folder"])
def test_a_database_and_its_parts_are_never_written(tmp_path: Path, part: str, way: str) -> None:
    database = tmp_path / "games.db"
    database.write_bytes(b"SQLite format 3\0" + bytes(84))
    target, other = tmp_path / f"games.db{part}", tmp_path / "other"
    target.touch()
    match way:
        case "symbolic link":
            other.symlink_to(target)
        case "hard link":
            other.hardlink_to(target)
        case "by way of a folder":
            (tmp_path / "folder").mkdir()
            other = tmp_path / "folder" / ".." / target.name
        case _:
            other = target
    with pytest.raises(ValueError, match="belongs to a library"):
        refuse_database(other, database)
    if way != "hard link" or not part:  # which database it belongs to must be known otherwise
        with pytest.raises(ValueError, match="belongs to a library"):
            write(other, "new")
    assert database.read_bytes()[:6] == b"SQLite"


def test_half_a_surrogate_pair_is_written_as_json_reads_it(file: Path) -> None:
    write(file, '"\ud83d, né"')
    assert json.loads(alone(file)) == "\ud83d, né"
